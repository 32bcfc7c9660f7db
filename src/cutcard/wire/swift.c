/* Says an update, or an ACK, as one whole WebSocket frame of JSON, straight from the Records.

   It writes just what speech.py writes with msgspec and table/patch.py, which is what a server does
   that has no compiler: swift.py chooses, and tests/wire/test_swift.py holds both against each
   other. What a move told and changed is written while it is compared, so no patch is built
   first. What several viewers of a move share is written once: a Memo remembers where it stands in
   the first one's frame, and the others copy it from there. A value of a kind not known here (a
   float, an enum) goes the slow way, through Python. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define HEAD 10   /* bytes the head of a frame takes at most */
#define ROOM 4096 /* most frames fit in here */

/* -- What is written, so far */

typedef struct Memo Memo;

typedef struct {
    char *at;
    Py_ssize_t size, room;
    PyObject *ids;   /* users by their seats */
    PyObject *users; /* the same, as soon as one is needed */
    Memo *memo;      /* what other viewers of this move were told; NULL: there are none */
    char first[ROOM];
} Out;

static void begin(Out *out, PyObject *ids) {
    out->at = out->first;
    out->room = ROOM;
    out->size = HEAD;
    out->ids = ids;
    out->users = NULL;
    out->memo = NULL;
}

static void end(Out *out) {
    if (out->at != out->first) PyMem_Free(out->at);
    Py_CLEAR(out->users);
}

static int grow(Out *out, Py_ssize_t more) {
    Py_ssize_t room = out->room * 2;
    while (room < out->size + more) room *= 2;
    char *at = PyMem_Malloc((size_t)room);
    if (at == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(at, out->at, (size_t)out->size);
    if (out->at != out->first) PyMem_Free(out->at);
    out->at = at;
    out->room = room;
    return 0;
}

static inline int put(Out *out, const char *bytes, Py_ssize_t size) {
    if (out->size + size > out->room && grow(out, size) < 0) return -1;
    char *to = out->at + out->size;
    out->size += size;
    if (size > 16) {
        memcpy(to, bytes, (size_t)size);
    } else if (size >= 8) { /* names are short: two copies that overlap, and no call */
        memcpy(to, bytes, 8);
        memcpy(to + size - 8, bytes + size - 8, 8);
    } else {
        for (Py_ssize_t i = 0; i < size; i++) to[i] = bytes[i];
    }
    return 0;
}

#define PUT(out, text) put(out, text, (Py_ssize_t)sizeof(text) - 1)

static inline int put_byte(Out *out, char byte) {
    if (out->size == out->room && grow(out, 1) < 0) return -1;
    out->at[out->size++] = byte;
    return 0;
}

static int put_number(Out *out, int64_t number) {
    char digits[24], *from = digits + sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do *--from = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0) *--from = '-';
    return put(out, from, digits + sizeof digits - from);
}

/* Most numbers are cards, places and points: what one digit of Python's holds is read right there.
   -1: no such number. */
static inline int32_t small_number(PyObject *number) {
#if PY_VERSION_HEX >= 0x030C0000
    PyLongObject *value = (PyLongObject *)number;
    Py_ssize_t small = PyUnstable_Long_IsCompact(value) ? PyUnstable_Long_CompactValue(value) : -1;
    return small < 0 ? -1 : (int32_t)small;
#else
    Py_ssize_t digits = Py_SIZE(number);
    return digits == 1 ? (int32_t)((PyLongObject *)number)->ob_digit[0] : digits == 0 ? 0 : -1;
#endif
}

static inline int put_int(Out *out, PyObject *number) {
    int32_t small = small_number(number);
    if (small >= 0 && small < 100) {
        if (out->size + 2 > out->room && grow(out, 2) < 0) return -1;
        if (small >= 10) out->at[out->size++] = (char)('0' + small / 10);
        out->at[out->size++] = (char)('0' + small % 10);
        return 0;
    }
    if (small >= 0) return put_number(out, small);
    int over = 0;
    long long value = PyLong_AsLongLongAndOverflow(number, &over);
    if (!over) return value == -1 && PyErr_Occurred() ? -1 : put_number(out, value);
    PyObject *text = PyObject_Str(number);
    if (text == NULL) return -1;
    Py_ssize_t size;
    const char *digits = PyUnicode_AsUTF8AndSize(text, &size);
    int done = digits == NULL ? -1 : put(out, digits, size);
    Py_DECREF(text);
    return done;
}

static int put_escaped(Out *out, unsigned char byte) {
    static const char hex[] = "0123456789abcdef";
    char escaped[6] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};
    switch (byte) {
        case '"': return PUT(out, "\\\"");
        case '\\': return PUT(out, "\\\\");
        case '\b': return PUT(out, "\\b");
        case '\f': return PUT(out, "\\f");
        case '\n': return PUT(out, "\\n");
        case '\r': return PUT(out, "\\r");
        case '\t': return PUT(out, "\\t");
        default: return put(out, escaped, 6);
    }
}

static int put_text(Out *out, PyObject *text) {
    Py_ssize_t size, done = 0;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &size);
    if (bytes == NULL || put_byte(out, '"') < 0) return -1;
    for (Py_ssize_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
        if (put(out, bytes + done, i - done) < 0 || put_escaped(out, byte) < 0) return -1;
        done = i + 1;
    }
    if (put(out, bytes + done, size - done) < 0) return -1;
    return put_byte(out, '"');
}

/* -- What was said to another viewer of the same move

   Keyed by the objects themselves (what it was, or NULL, and what it is), which are held, so that no
   other can come to stand at their address. A part is known by where it stands in its frame. */

#define PARTS 192  /* remembered of one move; what is beyond is written anew */
#define CHAINS 256 /* a power of two */
#define FRAMES 8   /* that parts are remembered of */

typedef struct {
    PyObject *was, *now;
    Py_ssize_t from, size;
    int16_t frame, next;
    bool player, said; /* said: it is there; else there was nothing to say */
} Part;

struct Memo {
    PyObject_HEAD
    int16_t parts, frames;
    int16_t chains[CHAINS]; /* the first part of each chain, and one more; 0: none */
    PyObject *frame[FRAMES];
    Part part[PARTS];
};

static inline size_t chain_of(PyObject *was, PyObject *now) {
    uint64_t mixed = (((uintptr_t)was >> 4) * 31 + ((uintptr_t)now >> 4)) * 0x9E3779B97F4A7C15u;
    return (size_t)(mixed >> 40 & (CHAINS - 1));
}

/* Forget all parts but the first `kept`: what they say is not there after all. */
static void forget(Memo *memo, int16_t kept) {
    if (memo == NULL) return;
    while (memo->parts > kept) {
        Part *last = &memo->part[--memo->parts];
        memo->chains[chain_of(last->was, last->now)] = last->next;
        Py_XDECREF(last->was);
        Py_DECREF(last->now);
    }
}

static inline int16_t remembered(const Memo *memo) { return memo == NULL ? 0 : memo->parts; }

static Part *recall(Memo *memo, PyObject *was, PyObject *now, bool player) {
    for (int16_t at = memo->chains[chain_of(was, now)]; at; at = memo->part[at - 1].next) {
        Part *part = &memo->part[at - 1];
        if (part->now == now && part->was == was && part->player == player) return part;
    }
    return NULL;
}

static void remember(Out *out, PyObject *was, PyObject *now, bool player, Py_ssize_t from) {
    Memo *memo = out->memo;
    if (memo->parts == PARTS || memo->frames == FRAMES) return;
    int16_t *chain = &memo->chains[chain_of(was, now)];
    Part *part = &memo->part[memo->parts++];
    *part = (Part){Py_XNewRef(was), Py_NewRef(now), from, out->size - from,
                   memo->frames, *chain, player, out->size > from};
    *chain = memo->parts;
}

static int put_part(Out *out, const Part *part) {
    const char *from = part->frame == out->memo->frames
                           ? NULL
                           : PyBytes_AS_STRING(out->memo->frame[part->frame]);
    if (from != NULL) return put(out, from + part->from, part->size);
    if (out->size + part->size > out->room && grow(out, part->size) < 0) return -1;
    memcpy(out->at + out->size, out->at + part->from, (size_t)part->size); /* of this very frame */
    out->size += part->size;
    return 0;
}

/* The frame is made: its parts are found in it from now on, `moved` bytes nearer its beginning. */
static void keep_frame(Memo *memo, int16_t before, PyObject *frame, Py_ssize_t moved) {
    if (memo == NULL || memo->frames == FRAMES) return;
    for (int16_t at = before; at < memo->parts; at++) memo->part[at].from -= moved;
    memo->frame[memo->frames++] = Py_NewRef(frame);
}

static void memo_dealloc(Memo *memo) {
    forget(memo, 0);
    for (int16_t at = 0; at < memo->frames; at++) Py_DECREF(memo->frame[at]);
    PyObject_Free(memo);
}

static PyTypeObject MemoType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "cutcard.wire._swift.Memo",
    .tp_basicsize = sizeof(Memo),
    .tp_dealloc = (destructor)memo_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* The memo of a move, which its updates carry around with them in a list of its own. */
static int use_memo(Out *out, PyObject *shared) {
    if (!PyList_CheckExact(shared)) return 0;
    if (PyList_GET_SIZE(shared)) {
        PyObject *memo = PyList_GET_ITEM(shared, 0);
        if (Py_TYPE(memo) == &MemoType) out->memo = (Memo *)memo;
        return 0;
    }
    Memo *memo = PyObject_New(Memo, &MemoType);
    if (memo == NULL) return -1;
    memo->parts = memo->frames = 0;
    memset(memo->chains, 0, sizeof memo->chains);
    int done = PyList_Append(shared, (PyObject *)memo);
    if (done == 0) out->memo = memo;
    Py_DECREF(memo);
    return done;
}

/* -- What is known of the kinds of Records */

typedef struct {
    PyObject *name; /* bytes: "name": */
    Py_ssize_t offset;
    PyObject *usual; /* at which it is left out; NULL: never */
    bool player;     /* the seats in it become the ids of who sits there */
} Field;

typedef struct {
    PyTypeObject *type;
    PyObject *tag; /* bytes: "type":"TAG", or none; NULL: no Record, or one we cannot write */
    Py_ssize_t count;
    Field *fields;
} Kind;

static Kind **kinds; /* by the type's address; a free place is NULL */
static size_t kinds_room, kinds_known;
static PyObject *learn, *slow, *slow_change; /* swift.py's */

static Kind *study(PyTypeObject *type) {
    PyObject *learnt = PyObject_CallOneArg(learn, (PyObject *)type), *tag, *fields;
    Kind *kind = PyMem_Calloc(1, sizeof *kind);
    if (learnt == NULL || kind == NULL) goto failed;
    kind->type = type;
    if (learnt != Py_None) {
        if (!PyArg_ParseTuple(learnt, "SO!", &tag, &PyTuple_Type, &fields)) goto failed;
        kind->count = PyTuple_GET_SIZE(fields);
        kind->fields = PyMem_Calloc((size_t)kind->count + 1, sizeof(Field));
        if (kind->fields == NULL) goto failed;
        for (Py_ssize_t i = 0; i < kind->count; i++) {
            Field *field = &kind->fields[i];
            PyObject *name, *slot, *usual;
            int always, player;
            if (!PyArg_ParseTuple(PyTuple_GET_ITEM(fields, i), "SO!Opp", &name,
                                  &PyMemberDescr_Type, &slot, &usual, &always, &player))
                goto failed;
            field->name = Py_NewRef(name);
            field->offset = ((PyMemberDescrObject *)slot)->d_member->offset;
            field->usual = always ? NULL : Py_NewRef(usual);
            field->player = player;
        }
        kind->tag = Py_NewRef(tag);
    }
    Py_INCREF(type); /* kinds are few, and stay */
    Py_DECREF(learnt);
    return kind;
failed:
    Py_XDECREF(learnt);
    if (kind != NULL) {
        PyMem_Free(kind->fields);
        PyMem_Free(kind);
        if (!PyErr_Occurred()) PyErr_NoMemory();
    }
    return NULL;
}

static inline size_t place_of(PyTypeObject *type, size_t room) {
    return ((uintptr_t)type >> 4) * 0x9E3779B97F4A7C15u >> 20 & (room - 1);
}

static void lay_down(Kind **places, size_t room, Kind *kind) {
    size_t at = place_of(kind->type, room);
    while (places[at] != NULL) at = (at + 1) & (room - 1);
    places[at] = kind;
}

static Kind *new_kind(PyTypeObject *type) {
    if (kinds_known * 2 >= kinds_room) {
        size_t room = kinds_room ? kinds_room * 2 : 256;
        Kind **places = PyMem_Calloc(room, sizeof *places);
        if (places == NULL) {
            PyErr_NoMemory();
            return NULL;
        }
        for (size_t i = 0; i < kinds_room; i++)
            if (kinds[i] != NULL) lay_down(places, room, kinds[i]);
        PyMem_Free(kinds);
        kinds = places;
        kinds_room = room;
    }
    Kind *kind = study(type);
    if (kind != NULL) {
        lay_down(kinds, kinds_room, kind);
        kinds_known++;
    }
    return kind;
}

static inline Kind *kind_of(PyTypeObject *type) {
    if (kinds_room)
        for (size_t at = place_of(type, kinds_room); kinds[at] != NULL;
             at = (at + 1) & (kinds_room - 1))
            if (kinds[at]->type == type) return kinds[at];
    return new_kind(type);
}

static inline PyObject *value_of(PyObject *record, const Field *field) {
    PyObject *value = *(PyObject **)((char *)record + field->offset);
    if (value == NULL) PyErr_SetString(PyExc_AttributeError, "a Record lacks a field");
    return value;
}

/* -- Values */

static int put_value(Out *out, PyObject *value, bool player);

/* Whoever sits on that seat; an empty one stays a number, there is nobody to name. */
static int put_player(Out *out, PyObject *seat) {
    if (out->users == NULL) {
        out->users = PySequence_Fast(out->ids, "users by their seats");
        if (out->users == NULL) return -1;
    }
    Py_ssize_t place = PyLong_AsSsize_t(seat);
    if (place == -1 && PyErr_Occurred()) PyErr_Clear();
    if (place >= 0 && place < PySequence_Fast_GET_SIZE(out->users)) {
        PyObject *user = PySequence_Fast_GET_ITEM(out->users, place);
        if (PyUnicode_CheckExact(user)) return put_text(out, user);
    }
    return put_int(out, seat);
}

/* Bytes that Python made, which are given away; NULL where it failed. */
static int put_made(Out *out, PyObject *bytes) {
    if (bytes == NULL) return -1;
    char *at;
    Py_ssize_t size;
    int done = PyBytes_AsStringAndSize(bytes, &at, &size) < 0 ? -1 : put(out, at, size);
    Py_DECREF(bytes);
    return done;
}

static int put_slowly(Out *out, PyObject *value, bool player) {
    return put_made(out, PyObject_CallFunctionObjArgs(slow, value, out->ids,
                                                      player ? Py_True : Py_False, NULL));
}

static int put_change_slowly(Out *out, PyObject *was, PyObject *now, bool player) {
    return put_made(out, PyObject_CallFunctionObjArgs(slow_change, was, now, out->ids,
                                                      player ? Py_True : Py_False, NULL));
}

static int put_list(Out *out, PyObject *list, bool player) {
    if (put_byte(out, '[') < 0) return -1;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list); i++)
        if ((i && put_byte(out, ',') < 0) ||
            put_value(out, PySequence_Fast_GET_ITEM(list, i), player) < 0)
            return -1;
    return put_byte(out, ']');
}

static int put_key(Out *out, PyObject *key) {
    if (PyUnicode_CheckExact(key)) {
        if (put_text(out, key) < 0) return -1;
    } else if (put_byte(out, '"') < 0 || put_int(out, key) < 0 || put_byte(out, '"') < 0) {
        return -1;
    }
    return put_byte(out, ':');
}

static inline bool plain_key(PyObject *key) {
    return PyUnicode_CheckExact(key) || PyLong_CheckExact(key);
}

static int put_map(Out *out, PyObject *map, bool player) {
    Py_ssize_t at = 0, before = out->size;
    int16_t kept = remembered(out->memo);
    PyObject *key, *value;
    bool first = true;
    if (put_byte(out, '{') < 0) return -1;
    while (PyDict_Next(map, &at, &key, &value)) {
        if (!plain_key(key)) {
            out->size = before;
            forget(out->memo, kept);
            return put_slowly(out, map, player);
        }
        if ((!first && put_byte(out, ',') < 0) || put_key(out, key) < 0 ||
            put_value(out, value, player) < 0)
            return -1;
        first = false;
    }
    return put_byte(out, '}');
}

static int put_fields(Out *out, PyObject *record, const Kind *kind, bool tagged) {
    bool first = true;
    if (put_byte(out, '{') < 0) return -1;
    if (tagged && PyBytes_GET_SIZE(kind->tag)) {
        if (put(out, PyBytes_AS_STRING(kind->tag), PyBytes_GET_SIZE(kind->tag)) < 0) return -1;
        first = false;
    }
    for (const Field *field = kind->fields; field < kind->fields + kind->count; field++) {
        PyObject *value = value_of(record, field);
        if (value == NULL) return -1;
        if (value == field->usual) continue;
        if ((!first && put_byte(out, ',') < 0) ||
            put(out, PyBytes_AS_STRING(field->name), PyBytes_GET_SIZE(field->name)) < 0 ||
            put_value(out, value, field->player) < 0)
            return -1;
        first = false;
    }
    return put_byte(out, '}');
}

static int put_record(Out *out, PyObject *record, const Kind *kind) {
    if (out->memo == NULL) return put_fields(out, record, kind, true);
    const Part *part = recall(out->memo, NULL, record, false);
    if (part != NULL) return put_part(out, part);
    Py_ssize_t from = out->size;
    int done = put_fields(out, record, kind, true);
    if (done == 0) remember(out, NULL, record, false, from);
    return done;
}

static int put_value(Out *out, PyObject *value, bool player) {
    PyTypeObject *type = Py_TYPE(value);
    if (type == &PyLong_Type) return player ? put_player(out, value) : put_int(out, value);
    if (type == &PyUnicode_Type) return put_text(out, value);
    if (value == Py_None) return PUT(out, "null");
    if (value == Py_True) return PUT(out, "true");
    if (value == Py_False) return PUT(out, "false");
    if (Py_EnterRecursiveCall(" while a message is written")) return -1;
    int done;
    if (type == &PyTuple_Type || type == &PyList_Type) {
        done = put_list(out, value, player);
    } else if (type == &PyDict_Type) {
        done = put_map(out, value, player);
    } else {
        Kind *kind = kind_of(type);
        done = kind == NULL        ? -1
               : kind->tag == NULL ? put_slowly(out, value, player)
                                   : put_record(out, value, kind);
    }
    Py_LeaveRecursiveCall();
    return done;
}

/* -- What changed: 1 written, 0 nothing to say, -1 an error, ODD what only Python can compare */

#define ODD (-2)

static int put_other(Out *out, PyObject *was, PyObject *now, bool player);

static int put_change(Out *out, PyObject *was, PyObject *now, const Kind *kind) {
    bool first = true;
    if (put_byte(out, '{') < 0) return -1;
    for (const Field *field = kind->fields; field < kind->fields + kind->count; field++) {
        PyObject *old = value_of(was, field), *new = value_of(now, field);
        if (old == NULL || new == NULL) return -1;
        if (old == new) continue;
        Py_ssize_t before = out->size;
        if ((!first && put_byte(out, ',') < 0) ||
            put(out, PyBytes_AS_STRING(field->name), PyBytes_GET_SIZE(field->name)) < 0)
            return -1;
        int said = 1;
        if (new == field->usual) {
            if (PUT(out, "null") < 0) return -1;
        } else if (old == field->usual) {
            if (put_value(out, new, field->player) < 0) return -1;
        } else {
            said = put_other(out, old, new, field->player);
        }
        if (said < 0) return -1;
        if (said)
            first = false;
        else
            out->size = before;
    }
    return put_byte(out, '}') < 0 ? -1 : !first;
}

static int put_entry(Out *out, PyObject *key, PyObject *old, PyObject *new, bool player,
                     bool *first) {
    Py_ssize_t before = out->size;
    if ((!*first && put_byte(out, ',') < 0) || put_key(out, key) < 0) return -1;
    int said = 1;
    if (new == NULL)
        said = PUT(out, "null") < 0 ? -1 : 1;
    else if (old == NULL)
        said = put_value(out, new, player) < 0 ? -1 : 1;
    else
        said = put_other(out, old, new, player);
    if (said > 0) *first = false;
    if (said == 0) out->size = before;
    return said;
}

static int put_entries(Out *out, PyObject *was, PyObject *now, bool player) {
    Py_ssize_t at = 0, kept = 0;
    PyObject *key, *old, *new;
    bool first = true;
    if (put_byte(out, '{') < 0) return -1;
    while (PyDict_Next(now, &at, &key, &new)) {
        if (!plain_key(key)) return ODD;
        old = PyDict_GetItemWithError(was, key);
        if (old == NULL && PyErr_Occurred()) return -1;
        kept += old != NULL;
        if (old != new && put_entry(out, key, old, new, player, &first) < 0) return -1;
    }
    if (kept < PyDict_GET_SIZE(was)) {
        at = 0;
        while (PyDict_Next(was, &at, &key, NULL)) {
            if (!plain_key(key)) return ODD;
            int there = PyDict_Contains(now, key);
            if (there < 0 || (!there && put_entry(out, key, NULL, NULL, player, &first) < 0)) return -1;
        }
    }
    return put_byte(out, '}') < 0 ? -1 : !first;
}

/* A value that is another object than before. */
static int put_changed(Out *out, PyObject *was, PyObject *now, bool player) {
    PyTypeObject *type = Py_TYPE(now);
    if (Py_EnterRecursiveCall(" while a change is written")) return -1;
    int said = ODD;
    Py_ssize_t before = out->size;
    int16_t kept = remembered(out->memo);
    Kind *kind = NULL;
    bool simple = type == &PyLong_Type || type == &PyUnicode_Type || type == &PyTuple_Type ||
                  type == &PyList_Type || type == &PyBool_Type || now == Py_None;
    if (type == &PyDict_Type && Py_TYPE(was) == type) {
        said = put_entries(out, was, now, player);
    } else if (!simple && type != &PyDict_Type && (kind = kind_of(type)) == NULL) {
        said = -1;
    } else if (kind != NULL && kind->tag != NULL && Py_TYPE(was) == type) {
        said = put_change(out, was, now, kind);
    }
    if (said == ODD) {
        out->size = before;
        forget(out->memo, kept);
        said = PyObject_RichCompareBool(was, now, Py_NE);
        if (said > 0 && simple) {
            said = put_value(out, now, player) < 0 ? -1 : 1;
        } else if (said > 0) {
            said = put_change_slowly(out, was, now, player) < 0 ? -1 : 1;
        }
    }
    Py_LeaveRecursiveCall();
    return said;
}

static int put_other(Out *out, PyObject *was, PyObject *now, bool player) {
    PyTypeObject *type = Py_TYPE(now);
    if (out->memo == NULL || type == &PyLong_Type || type == &PyUnicode_Type ||
        type == &PyBool_Type)
        return put_changed(out, was, now, player);
    const Part *part = recall(out->memo, was, now, player);
    if (part != NULL) return part->said ? (put_part(out, part) < 0 ? -1 : 1) : 0;
    Py_ssize_t from = out->size;
    int said = put_changed(out, was, now, player);
    if (said == 0) out->size = from; /* a pair of brackets, at most */
    if (said >= 0) remember(out, was, now, player, from);
    return said;
}

/* -- Frames */

/* A text frame of what was written; nobody masks what a server sends. */
static PyObject *framed(Out *out) {
    Py_ssize_t size = out->size - HEAD, head = size < 126 ? 2 : size < 65536 ? 4 : 10;
    unsigned char *from = (unsigned char *)out->at + HEAD - head;
    from[0] = 0x81;
    from[1] = (unsigned char)(size < 126 ? size : size < 65536 ? 126 : 127);
    for (Py_ssize_t i = 2; i < head; i++)
        from[i] = (unsigned char)((uint64_t)size >> 8 * (head - 1 - i));
    return PyBytes_FromStringAndSize((char *)from, size + head);
}

static int put_named(Out *out, const char *name, PyObject *value) {
    if (value == Py_None) return 0;
    return put(out, name, (Py_ssize_t)strlen(name)) < 0 ? -1 : put_value(out, value, false);
}

static int put_view(Out *out, PyObject *was, PyObject *now) {
    Kind *kind = kind_of(Py_TYPE(now));
    if (kind == NULL) return -1;
    if (kind->tag != NULL && Py_TYPE(was) == Py_TYPE(now))
        return was == now ? PUT(out, "{}") : put_change(out, was, now, kind);
    return put_change_slowly(out, was, now, false);
}

static bool counted(const char *what, Py_ssize_t given, Py_ssize_t wanted) {
    if (given == wanted) return true;
    PyErr_Format(PyExc_TypeError, "%s takes %zd arguments, not %zd", what, wanted, given);
    return false;
}

/* update(timestamp, match, seq, told, was, now, clock, legal, asides, ids, shared) -> frame
   `shared` is a list that all updates of one move have in common, or None. */
static PyObject *update(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    if (!counted("update", count, 11)) return NULL;
    Out out;
    PyObject *frame = NULL;
    begin(&out, args[9]);
    int16_t kept = use_memo(&out, args[10]) < 0 ? -1 : remembered(out.memo);
    if (kept >= 0 && PUT(&out, "{\"v\":1,\"type\":\"GAME_UPDATE\",\"timestamp\":") == 0 &&
        put_value(&out, args[0], false) == 0 && put_named(&out, ",\"matchId\":", args[1]) == 0 &&
        put_named(&out, ",\"seq\":", args[2]) == 0 &&
        put_named(&out, ",\"payload\":{\"seq\":", args[2]) == 0 &&
        put_named(&out, ",\"notifications\":", args[3]) == 0 &&
        PUT(&out, ",\"updates\":") == 0 && put_view(&out, args[4], args[5]) >= 0 &&
        put_named(&out, ",\"clock\":", args[6]) == 0 &&
        put_named(&out, ",\"legal\":", args[7]) == 0 &&
        put_named(&out, ",\"asides\":", args[8]) == 0 && PUT(&out, "}}") == 0)
        frame = framed(&out);
    if (frame != NULL)
        keep_frame(out.memo, kept, frame, out.size - PyBytes_GET_SIZE(frame));
    else if (kept >= 0)
        forget(out.memo, kept);
    end(&out);
    return frame;
}

/* ack(type, key, timestamp, user, match, seq, fact, ids) -> frame */
static PyObject *ack(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    if (!counted("ack", count, 8)) return NULL;
    Out out;
    PyObject *frame = NULL, *fact = args[6];
    begin(&out, args[7]);
    if (PUT(&out, "{\"v\":1,\"type\":") == 0 && put_value(&out, args[0], false) == 0 &&
        put_named(&out, ",\"correlationId\":", args[1]) == 0 &&
        put_named(&out, ",\"timestamp\":", args[2]) == 0 &&
        put_named(&out, ",\"userId\":", args[3]) == 0 &&
        put_named(&out, ",\"matchId\":", args[4]) == 0 &&
        put_named(&out, ",\"seq\":", args[5]) == 0 && PUT(&out, ",\"payload\":") == 0) {
        Kind *kind = fact == Py_None || PyDict_CheckExact(fact) ? NULL : kind_of(Py_TYPE(fact));
        int done = fact == Py_None                      ? PUT(&out, "{}")
                   : kind != NULL && kind->tag != NULL  ? put_fields(&out, fact, kind, false)
                   : PyErr_Occurred()                   ? -1
                                                        : put_value(&out, fact, false);
        if (done == 0 && put_byte(&out, '}') == 0) frame = framed(&out);
    }
    end(&out);
    return frame;
}

/* use(learn, slow, slow_change): how to learn of a kind of Record, and what is done in Python */
static PyObject *use(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    if (!counted("use", count, 3)) return NULL;
    Py_XSETREF(learn, Py_NewRef(args[0]));
    Py_XSETREF(slow, Py_NewRef(args[1]));
    Py_XSETREF(slow_change, Py_NewRef(args[2]));
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"update", (PyCFunction)(void (*)(void))update, METH_FASTCALL, NULL},
    {"ack", (PyCFunction)(void (*)(void))ack, METH_FASTCALL, NULL},
    {"use", (PyCFunction)(void (*)(void))use, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_swift", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__swift(void) {
    if (PyType_Ready(&MemoType) < 0) return NULL;
    return PyModule_Create(&module);
}
