// A card of Battle in its frame. Three sizes: "full" (reading, zoom, stack) says everything; "hand" says cost, name,
// stats and what it does; "field" says what it is and how it stands now. Numbers are a sign and a figure, and
// where one reads, a word. Cards that can be pressed keep their button as long as they are there.

/** @typedef {import("../../../web/contract.js").Room} Room */
/** @typedef {import("./glyphs.js").Glyphs} Glyphs */

/**
 * @typedef {object} Shown
 * @property {any} face  what is printed
 * @property {any} [card]  the card in play
 * @property {string} [mark]  "can" | "no" | "chosen" | "target" | "attacks" | "blocks" | ""
 * @property {string} [note]  what it is doing, for the ear; the eye has arrows
 * @property {{kind: string, text: string} | null} [out]  what the fight will do to it
 * @property {any[]} [gear]  what it carries, as printed
 */

const STATUSES = ["STUN", "POISON", "CURSED_SEAL", "WEAKNESS", "FROSTBITE", "SCALD"]; // those that have words here
const TAGS = ["beast", "soldier", "mystic", "construct", "spirit"];
const LONG = 76; // letters: a text that takes room from the picture

/** @param {Room} room @param {Glyphs} signs @param {import("./art.js").Art} art */
export function faces(room, signs, art) {
  const {h, t} = room;
  const plain = (/** @type {string} */ name) => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();

  /** A status in words, those of a set as it names them. @param {string} name */
  function status(name) {
    const bare = name.replace("CUSTOM:", "");
    return STATUSES.includes(bare) ? t(`status.${bare}`) : plain(bare);
  }

  /** What is in force on a card, each with why it matters. @param {any} face @param {any} [card] @returns {{name: string, why: string, ill: boolean}[]} */
  function words(face, card) {
    const ills = (card?.statusEffects ?? []).map((/** @type {any} */ one) => {
      const bare = one.status.replace("CUSTOM:", "");
      return {name: `${status(one.status)}${one.value ? ` ${one.value}` : ""}`, why: STATUSES.includes(bare) ? t(`whyStatus.${bare}`) : "", ill: true};
    });
    const has = ((card ? card.keywords : face.keywords) ?? []).map((/** @type {string} */ one) => ({name: t(`keyword.${one}`), why: t(`why.${one}`), ill: false}));
    return [...ills, ...has];
  }

  /** The text without the keywords it begins with: those stand above it. @param {any} face */
  function bare(face) {
    const names = (face.keywords ?? []).map((/** @type {string} */ one) => t(`keyword.${one}`));
    const text = String(face.text);
    for (const [comma, stop] of [[", ", "."], ["、", "。"], ["，", "。"]]) {
      const begins = names.join(comma) + stop;
      if (names.length && text.toLowerCase().startsWith(begins.toLowerCase())) return text.slice(begins.length).trim();
    }
    return text;
  }

  const cost = (/** @type {any} */ face) => (face.x ? (face.cost ? `X+${face.cost}` : "X") : String(face.cost));
  const kind = (/** @type {any} */ face) => (face.token ? "TOKEN" : face.cardType);
  const line = (/** @type {any} */ face) => [t(`type.${kind(face)}`), ...(face.tags ?? []).map((/** @type {string} */ tag) => (TAGS.includes(tag) ? t(`tag.${tag}`) : plain(tag)))].join(" · ");

  /** ATK, DEF and HP now and as printed. @param {any} face @param {any} [card] @returns {[string, number, number][] | null} */
  function stats(face, card) {
    if (face.atk === undefined) return null;
    if (!card) return [["atk", face.atk, face.atk], ["def", face.defence ?? 0, face.defence ?? 0], ["hp", face.hp, face.hp]];
    return [["atk", card.atk ?? 0, face.atk], ["def", card.defence ?? 0, face.defence ?? 0], ["hp", Math.max(0, card.currentHp ?? 0), face.hp]];
  }

  /** All of it in one sentence, for the ear. @param {Shown} shown */
  function spoken({face, card, mark, note, out}) {
    const now = stats(face, card);
    const said = [face.name, t("cost.of", {n: cost(face)}), t(`type.${kind(face)}`), now ? t("statsOf", {atk: now[0][1], def: now[1][1], hp: now[2][1]}) : "", ...words(face, card).map((one) => one.name)];
    if (card?.tapped) said.push(t("tapped"));
    else if (card?.sick) said.push(t("new"));
    return [...said, note, out?.text, mark && mark !== "no" ? t(`mark.${mark}`) : ""].filter(Boolean).join(", ");
  }

  /** @param {[string, number, number]} one */
  function stat([which, value, base]) {
    const change = value > base ? "up" : value < base ? "down" : "";
    return h("span", {class: `bstat ${which} ${change}`}, signs.sign(which), h("b", {class: "figures"}, String(value)), h("span", {class: "bword"}, t(`stat.${which}`)));
  }

  /** What stands in the frame. @param {"full" | "hand" | "field"} size @param {Shown} shown @returns {any[]} */
  function parts(size, {face, card, out, gear}) {
    const [text, has, now] = [bare(face), words(face, card), stats(face, card)];
    const most = size === "field" ? 2 : 4;
    const chips = has.slice(0, most).map((one) => h("span", {class: `bchip ${one.ill ? "ill" : ""}`, title: one.why}, one.name));
    if (has.length > most) chips.push(h("span", {class: "bchip"}, `+${has.length - most}`));
    const why = size === "full" && !text && has.length ? h("span", {class: "btext bwhy"}, has.map((one) => one.why).join(" ")) : null;
    const body = [size === "full" ? h("span", {class: "btype"}, line(face)) : null, chips.length ? h("span", {class: "bchips"}, ...chips) : null, why, size !== "field" && text ? h("span", {class: "btext"}, text) : null];
    return [
      h("span", {class: "bpic"}, art(face)),
      face.token || size === "field" ? null : h("span", {class: `bcost figures ${cost(face).length > 1 ? "wide" : ""}`}, h("b", {}, cost(face))),
      h("span", {class: "bname"}, h("span", {class: "cut"}, face.name), signs.sign(kind(face))),
      h("span", {class: "bbody"}, ...body),
      now ? h("span", {class: "bstats"}, ...now.map(stat)) : null,
      gear?.length ? h("span", {class: "bgear"}, ...gear.map((one) => h("span", {title: `${one.name}: ${one.text}`}, art(one)))) : null,
      card?.sick && !card.tapped ? h("span", {class: "bsick", title: t("new")}, "zᶻ") : null,
      out ? h("span", {class: `bout ${out.kind}`}, out.text) : null,
    ];
  }

  /** @param {string} size @param {Shown} shown */
  const looks = (size, {face, card, mark}) => `bcard ${size} t-${kind(face)} ${mark ?? ""} ${card?.tapped ? "tapped" : ""} ${bare(face).length > LONG ? "long" : ""}`;

  return {
    art,
    bare,
    cost,
    kind,
    line,
    parts,
    looks,
    spoken,
    status,
    words,
    /** A card that is only looked at. @param {"full" | "hand" | "field"} size @param {Shown} shown */
    face: (size, shown) => h("span", {class: looks(size, shown), role: "img", "aria-label": spoken(shown)}, ...parts(size, shown)),
    /** Keywords and statuses with what they mean. @param {any} face @param {any} [card] */
    why: (face, card) => h("dl", {class: "bwhys"}, ...words(face, card).filter((one) => one.why).map((one) => h("div", {}, h("dt", {}, one.name), h("dd", {}, one.why)))),
  };
}

/** @typedef {ReturnType<typeof faces>} Faces */

/** The cards that can be pressed, by their ids. @param {Room} room @param {Faces} drawn @param {{press: (id: number) => void, read: (id: number) => void, zoom: (id: number) => void}} run */
export function hands(room, drawn, run) {
  /** @type {Map<number, {button: HTMLElement, key: string}>} */
  const nodes = new Map();

  /** @param {number} id */
  function node(id) {
    let found = nodes.get(id);
    if (!found) {
      const zoom = (/** @type {Event} */ event) => {
        event.preventDefault();
        run.zoom(id);
      };
      const button = room.h("button", {type: "button", "data-id": String(id), onclick: () => run.press(id), onfocus: () => run.read(id), onpointerenter: () => run.read(id), oncontextmenu: zoom});
      found = {button, key: ""};
      nodes.set(id, found);
    }
    return found;
  }

  return {
    /** @param {number} id @param {"hand" | "field"} size @param {Shown} shown */
    draw(id, size, shown) {
      const one = node(id);
      const key = JSON.stringify([size, shown.face.cardId, shown.face.name, shown.card, shown.out, shown.gear?.map((each) => each.cardId)]);
      if (key !== one.key) {
        one.key = key;
        one.button.replaceChildren(...drawn.parts(size, shown).filter(Boolean));
      }
      one.button.className = drawn.looks(size, shown);
      one.button.setAttribute("aria-label", drawn.spoken(shown));
      one.button.setAttribute("aria-pressed", String(["chosen", "attacks", "blocks"].includes(shown.mark ?? "")));
      return one.button;
    },
    /** Put these into a row, keeping those that are there. @param {HTMLElement} row @param {HTMLElement[]} wanted */
    lay(row, wanted) {
      wanted.forEach((one, i) => {
        if (row.children[i] !== one) row.insertBefore(one, row.children[i] ?? null);
      });
      while (row.children.length > wanted.length) row.lastElementChild?.remove();
    },
    /** Forget the cards that are nowhere any more. @param {Set<number>} there */
    keep(there) {
      for (const id of nodes.keys()) if (!there.has(id)) nodes.delete(id);
    },
    at: (/** @type {number} */ id) => nodes.get(id)?.button ?? null,
  };
}

/** @typedef {ReturnType<typeof hands>} Hands */
