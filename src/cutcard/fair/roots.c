/* The root of a sealed deck (F40 of docs/rules/fairness.md), and nothing else: two of them are most
   of what it costs to promise a hand. It gives what kernel/fair.py gives, which is what a server
   does that has no compiler: roots.py chooses, and tests/fair/test_roots.py holds both against
   each other. Hashes are its own, so that no header of a library is wanted; where the processor
   has instructions for SHA-256 they are used. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#include <immintrin.h>
#define OWN_INSTRUCTIONS 1
#endif

#define HASH 32
#define MOST 256 /* cards: each is one byte of its leaf */
#define RATE 136 /* bytes of SHAKE-256 a turn */
#define WORDS 68 /* of a block of an Rng */

/* -- SHA-256 */

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
static const uint32_t BEGIN[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

typedef void (*Compress)(uint32_t *, const uint8_t *, size_t);

static inline uint32_t big(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline uint32_t right(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void compress(uint32_t *h, const uint8_t *p, size_t blocks) {
    for (; blocks; blocks--, p += 64) {
        uint32_t w[64], v[8];
        for (int i = 0; i < 16; i++) w[i] = big(p + 4 * i);
        for (int i = 16; i < 64; i++) {
            uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + (right(a, 7) ^ right(a, 18) ^ a >> 3) + w[i - 7] +
                   (right(b, 17) ^ right(b, 19) ^ b >> 10);
        }
        memcpy(v, h, sizeof v);
        for (int i = 0; i < 64; i++) {
            uint32_t e = v[4], a = v[0];
            uint32_t one = v[7] + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) +
                           ((e & v[5]) ^ (~e & v[6])) + K[i] + w[i];
            uint32_t two = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) +
                           ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
            memmove(v + 1, v, 7 * sizeof *v);
            v[4] += one;
            v[0] = one + two;
        }
        for (int i = 0; i < 8; i++) h[i] += v[i];
    }
}

#ifdef OWN_INSTRUCTIONS
/* The processor keeps the eight words as ABEF and CDGH, and does two rounds at a time. */
__attribute__((target("sha,sse4.1"))) static void compress_own(uint32_t *h, const uint8_t *p,
                                                               size_t blocks) {
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)h), 0xB1);
    __m128i cdgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(h + 4)), 0x1B);
    __m128i abef = _mm_alignr_epi8(low, cdgh, 8);
    cdgh = _mm_blend_epi16(cdgh, low, 0xF0);
    for (; blocks; blocks--, p += 64) {
        __m128i abef_was = abef, cdgh_was = cdgh, w[4];
        for (int i = 0; i < 4; i++)
            w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(p + 16 * i)), swap);
        for (int i = 0; i < 16; i++) {
            __m128i now = w[i & 3], last = w[(i + 3) & 3];
            __m128i k = _mm_add_epi32(now, _mm_loadu_si128((const __m128i *)(K + 4 * i)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, k);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(k, 0x0E));
            __m128i next = _mm_sha256msg1_epu32(now, w[(i + 1) & 3]);
            next = _mm_add_epi32(next, _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
            w[i & 3] = _mm_sha256msg2_epu32(next, last);
        }
        abef = _mm_add_epi32(abef, abef_was);
        cdgh = _mm_add_epi32(cdgh, cdgh_was);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)h, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(h + 4), _mm_alignr_epi8(dchg, feba, 8));
}

static bool has_own(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 19) || !(c & 1u << 9)) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & 1u << 29;
}
#endif

/* The hash of bytes in a buffer with room for 72 more behind them. */
static void sha256(Compress with, uint8_t *text, size_t size, uint8_t *out) {
    uint32_t h[8];
    size_t whole = (size + 9 + 63) / 64 * 64;
    memcpy(h, BEGIN, sizeof h);
    memset(text + size, 0, whole - size);
    text[size] = 0x80;
    for (int i = 0; i < 4; i++) text[whole - 1 - i] = (uint8_t)(size * 8 >> 8 * i);
    with(h, text, whole / 64);
    for (int i = 0; i < HASH; i++) out[i] = (uint8_t)(h[i / 4] >> (24 - i % 4 * 8));
}

/* HMAC of a short message; the key has 32 bytes. */
static void keyed(Compress with, const uint8_t *key, const uint8_t *text, size_t size,
                  uint8_t *out) {
    uint8_t inner[64 + 64 + 72], outer[64 + HASH + 72];
    for (int i = 0; i < 64; i++) {
        uint8_t one = i < HASH ? key[i] : 0;
        inner[i] = one ^ 0x36;
        outer[i] = one ^ 0x5c;
    }
    memcpy(inner + 64, text, size);
    sha256(with, inner, 64 + size, outer + 64);
    sha256(with, outer, 64 + HASH, out);
}

/* -- SHAKE-256 */

static const uint64_t ROUND[24] = {
    0x0000000000000001ULL, 0x0000000000008082ULL, 0x800000000000808aULL, 0x8000000080008000ULL,
    0x000000000000808bULL, 0x0000000080000001ULL, 0x8000000080008081ULL, 0x8000000000008009ULL,
    0x000000000000008aULL, 0x0000000000000088ULL, 0x0000000080008009ULL, 0x000000008000000aULL,
    0x000000008000808bULL, 0x800000000000008bULL, 0x8000000000008089ULL, 0x8000000000008003ULL,
    0x8000000000008002ULL, 0x8000000000000080ULL, 0x000000000000800aULL, 0x800000008000000aULL,
    0x8000000080008081ULL, 0x8000000000008080ULL, 0x0000000080000001ULL, 0x8000000080008008ULL,
};
static const int TURN[24] = {
    1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14,
    27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44,
};
static const int STEP[24] = {
    10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4,
    15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1,
};

static inline uint64_t left(uint64_t x, int n) { return x << n | x >> (64 - n); }

/* Unrolled, the state is in registers and every place and turn a constant: a third of the time. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLLED _Pragma("GCC unroll 25")
#elif defined(__clang__)
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED
#endif

static void permute(uint64_t *state) {
    uint64_t s[25], c[5], moved, was;
    memcpy(s, state, sizeof s);
    for (int round = 0; round < 24; round++) {
        UNROLLED
        for (int x = 0; x < 5; x++) c[x] = s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20];
        UNROLLED
        for (int x = 0; x < 5; x++) {
            uint64_t d = c[(x + 4) % 5] ^ left(c[(x + 1) % 5], 1);
            UNROLLED
            for (int y = 0; y < 25; y += 5) s[y + x] ^= d;
        }
        moved = s[1];
        UNROLLED
        for (int i = 0; i < 24; i++) {
            was = s[STEP[i]];
            s[STEP[i]] = left(moved, TURN[i]);
            moved = was;
        }
        UNROLLED
        for (int y = 0; y < 25; y += 5) {
            UNROLLED
            for (int x = 0; x < 5; x++) c[x] = s[y + x];
            UNROLLED
            for (int x = 0; x < 5; x++) s[y + x] = c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]);
        }
        s[0] ^= ROUND[round];
    }
    memcpy(state, s, sizeof s);
}

/* Of fewer bytes than the rate, as many as are wanted. */
static void shake(const uint8_t *text, size_t size, uint8_t *out, size_t wanted) {
    uint64_t s[25] = {0};
    uint8_t first[RATE] = {0};
    memcpy(first, text, size);
    first[size] = 0x1f;
    first[RATE - 1] |= 0x80;
    for (int i = 0; i < RATE; i++) s[i / 8] |= (uint64_t)first[i] << i % 8 * 8;
    for (size_t at = 0; at < wanted; at += 8) { /* all that is asked for are whole lanes */
        if (at % RATE == 0) permute(s);
        for (int i = 0; i < 8; i++) out[at + i] = (uint8_t)(s[at % RATE / 8] >> 8 * i);
    }
}

/* -- A deck */

/* Fisher-Yates by an Rng of this seed, as kernel/rng.py has it. */
static void shuffle(const uint8_t *seed, uint8_t *order, int cards) {
    uint8_t text[HASH + 8] = {0}, block[WORDS * 4];
    uint64_t number = 0;
    int at = WORDS;
    memcpy(text, seed, HASH);
    for (int i = 0; i < cards; i++) order[i] = (uint8_t)i;
    for (int i = cards - 1; i > 0; i--) {
        uint32_t n = (uint32_t)i + 1, x;
        uint32_t lost = (uint32_t)((UINT64_C(1) << 32) % n); /* words at the top, thrown away */
        do {
            if (at == WORDS) {
                for (int j = 0; j < 8; j++) text[HASH + 7 - j] = (uint8_t)(number >> 8 * j);
                shake(text, sizeof text, block, sizeof block);
                number++;
                at = 0;
            }
            x = big(block + 4 * at++);
        } while (lost && x >= (uint32_t)0 - lost);
        uint8_t card = order[i];
        order[i] = order[x % n];
        order[x % n] = card;
    }
}

static Compress fastest = compress;

/* The root of the deck that a secret makes. */
static void root_of(Compress with, const uint8_t *secret, const Py_buffer *order_text,
                    const Py_buffer *salts_text, int cards, uint8_t *found) {
    uint8_t key[HASH], order[MOST], salts[MOST * HASH], all[1 + MOST * HASH + 72];
    uint8_t leaf[3 + HASH + 72];
    keyed(with, secret, order_text->buf, (size_t)order_text->len, key);
    shuffle(key, order, cards);
    keyed(with, secret, salts_text->buf, (size_t)salts_text->len, key);
    shake(key, HASH, salts, (size_t)cards * HASH);
    all[0] = 1;
    for (int i = 0; i < cards; i++) {
        leaf[0] = 0;
        leaf[1] = (uint8_t)i;
        leaf[2] = order[i];
        memcpy(leaf + 3, salts + i * HASH, HASH);
        sha256(with, leaf, 3 + HASH, all + 1 + i * HASH);
    }
    sha256(with, all, 1 + (size_t)cards * HASH, found);
}

static bool no_deck(const Py_buffer *secret, const Py_buffer *texts, int count, int cards) {
    bool good = secret->len == HASH && cards >= 1 && cards <= MOST;
    for (int i = 0; i < count; i++) good = good && texts[i].len <= 64;
    if (!good)
        PyErr_SetString(PyExc_ValueError, "a deck has a secret of 32 bytes and 1 to 256 cards");
    return !good;
}

/* root(secret, what makes the order, what makes the salts, cards[, portable]) */
static PyObject *root(PyObject *self, PyObject *args) {
    Py_buffer secret, texts[2];
    int cards, portable = 0;
    if (!PyArg_ParseTuple(args, "y*y*y*i|p", &secret, &texts[0], &texts[1], &cards, &portable))
        return NULL;
    PyObject *made = NULL;
    if (!no_deck(&secret, texts, 2, cards)) {
        uint8_t found[HASH];
        root_of(portable ? compress : fastest, secret.buf, &texts[0], &texts[1], cards, found);
        made = PyBytes_FromStringAndSize((const char *)found, HASH);
    }
    PyBuffer_Release(&secret);
    for (int i = 0; i < 2; i++) PyBuffer_Release(&texts[i]);
    return made;
}

/* both(seed, what makes the first deck's secret, the second's, the order, the salts, cards): the
   roots of the two decks of an offer */
static PyObject *both(PyObject *self, PyObject *args) {
    Py_buffer seed, texts[4];
    int cards;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*i", &seed, &texts[0], &texts[1], &texts[2], &texts[3],
                          &cards))
        return NULL;
    PyObject *made = NULL;
    if (!no_deck(&seed, texts, 4, cards)) {
        uint8_t secret[HASH], found[2][HASH];
        for (int i = 0; i < 2; i++) {
            keyed(fastest, seed.buf, texts[i].buf, (size_t)texts[i].len, secret);
            root_of(fastest, secret, &texts[2], &texts[3], cards, found[i]);
        }
        made = Py_BuildValue("y#y#", (const char *)found[0], (Py_ssize_t)HASH,
                             (const char *)found[1], (Py_ssize_t)HASH);
    }
    PyBuffer_Release(&seed);
    for (int i = 0; i < 4; i++) PyBuffer_Release(&texts[i]);
    return made;
}

static PyMethodDef methods[] = {
    {"root", root, METH_VARARGS, NULL},
    {"both", both, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_roots", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__roots(void) {
#ifdef OWN_INSTRUCTIONS
    if (has_own()) fastest = compress_own;
#endif
    return PyModule_Create(&module);
}
