// The contract between the room and a game's table, as types. Nothing here runs.
// README.md beside this file explains it with an example.

/**
 * What the server's rules show this viewer; each game has its own.
 * @typedef {Record<string, any>} View
 *
 * What became known: `type` is the fact's wire name.
 * @typedef {{type: string} & Record<string, any>} Fact
 */

/**
 * @typedef {object} Settings
 * @property {"en" | "zh"} language
 * @property {"system" | "dark" | "light"} theme
 * @property {boolean} fourColour
 * @property {"usual" | "large"} print
 * @property {boolean} sound
 * @property {"system" | "off" | "on"} motion
 */

/**
 * A seat, or a user's id, as the wire puts into fields called `playerId` and `winnerId`.
 * @typedef {number | string | null | undefined} Who
 */

/**
 * Who looks, and how things stand besides the view.
 * @typedef {object} Ctx
 * @property {number | null} seat  the viewer's seat; null: a spectator
 * @property {number} seats  how many there are
 * @property {(who: Who) => string} name  who sits there, for people
 * @property {(who: Who) => boolean} you
 * @property {(who: Who) => number | null} seatOf  the seat of a `winnerId` or `playerId`
 * @property {(seat: number) => boolean} taken  somebody sits there
 * @property {(seat: number) => boolean} bot
 * @property {(seat: number) => boolean} away  has no connection at the moment
 * @property {(who: Who) => SVGElement} face  the picture of who sits there: arms, or a bot's face; silent, since the name stands beside it
 * @property {(who: Who) => string} line  how a bot plays, in a sentence; "" for people
 * @property {boolean} live  may send: connected, current, and no move of one's own under way
 * @property {string | null} pending  the tag of the move under way
 * @property {(seat?: number | null) => number | null} due  when the seat's (or the table's) timer runs out, local epoch ms
 * @property {(at: number) => number | null} when  a moment on the deal's clock as local epoch ms; null while unknown
 * @property {Record<string, any>} options  the table's
 * @property {Readonly<Settings>} settings
 * @property {Record<string, any>[] | null} legal  the moves on offer, `{type, …fields}`, where the table's module says `export const legal = true`
 * @property {Record<string, any>[] | null} asides  what may be done besides, likewise
 * @property {boolean} over  the match is over (known for sure only where `legal` is asked for)
 */

/**
 * What is asked now.
 * @typedef {object} Asked
 * @property {string} prompt  one sentence: what to do, or for whom we wait
 * @property {boolean} [yours]  the viewer is to decide
 * @property {HTMLElement | null} [focus]  where the decision is
 * @property {{due?: number | null, since?: number | null, fixed?: number | null, spare?: number}} [clock]  shown beside the prompt; `spare`: what of it is a time bank, counted by itself
 * @property {boolean} [over]  the match is over: the room offers a rematch
 * @property {Result} [result]  how it ended, for the moment it is; without one the prompt says it
 */

/**
 * How a match ended, as the viewer sees it.
 * @typedef {object} Result
 * @property {string} head  "You win 3 : 2"
 * @property {"win" | "loss" | "draw" | "none"} [outcome]  for the viewer; none: nobody won, or one only watched
 * @property {string} [why]  one sentence: how it came to an end
 * @property {number[]} [winners]  seats; none for a draw
 * @property {Record<number, string>} [notes]  by seat: what stands under the name
 * @property {string} [note]  what else is worth a word: a record
 * @property {number} [stars]  of three
 * @property {Moment[]} [moments]  at most three that decided it
 * @property {number[]} [seats]  in the order they stand, partners side by side; oneself first unless said
 * @property {{seat: number, place: string, note: string}[]} [top]  all in their places, the first one first, where they are more than two sides
 * @property {{figure: string, label: string, good?: boolean}} [prize]  the one figure it was about
 * @property {Curve} [chart]  how it went
 */

/**
 * @typedef {object} Moment
 * @property {Node} [picture]
 * @property {string} when
 * @property {string} what
 * @property {Record<string, any>} [fact]  what finds it in the replay: a fact's type and some of its fields
 * @property {number} [entry]  or after how many entries of the log, as a frame's `n`
 * @property {number} [deal]  of the table; the last one where it is not said
 */

/**
 * Lines to draw: the first is one's own.
 * @typedef {{title: string, labels: string[], series: {name: string, points: number[]}[], zero?: boolean, show?: (n: number) => string}} Curve
 */

/**
 * What a table is given to tell a match by, once it is over: the deals that were played in it, as the replay has them.
 * @typedef {object} Told
 * @property {Ctx} ctx
 * @property {View} view  as it ended
 * @property {number[]} deals  the oldest first; at most the last hundred
 * @property {(deal: number) => Promise<import("./replay/telling.js").Frame[]>} frames
 * @property {(deals: number[]) => Promise<View[]>} firsts  how each of these few lay before its first move
 */

/**
 * @typedef {object} Key
 * @property {string} key  as in KeyboardEvent.key, lower case
 * @property {string} label  for the list of keys
 * @property {() => void} run
 */

/**
 * A game's table: a pure function of its view; facts only animate.
 * @typedef {object} Table
 * @property {HTMLElement} element  put on the felt once
 * @property {(view: View, facts: Fact[], ctx: Ctx) => Asked} update
 * @property {(fact: Fact, ctx: Ctx) => string | null} tell  the fact in one line, or nothing
 * @property {(fact: Fact, ctx: Ctx) => string | null} [aloud]  what a screen reader says in its place and no list keeps: what is not to be read later
 * @property {(fact: Fact, ctx: Ctx) => Node | null} [picture]  what the fact's line is about, for the log: it stands before the line, small and silent
 * @property {Key[]} [keys]
 * @property {() => void} [close]
 * @property {(told: Told) => Promise<Pick<Result, "moments" | "chart" | "note">>} [story]  what decided a match that is over, and how it went: comes after the result
 * @property {() => Result | null} [farewell]  what one leaves with, where leaving is the end of it
 * @property {HTMLElement} [beside]  what one reads beside the felt, above the log; only where the rail is seen
 */

/**
 * @typedef {object} Answer
 * @property {boolean} ok
 * @property {Record<string, any>} payload
 * @property {string} [code]
 * @property {string} [message]
 * @property {Record<string, any>} [details] what the rules say of it in figures
 */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element: `class`, `text`, `on…` listeners, `data-…` and `aria-…` as attributes, the rest as properties.
 * @typedef {(tag: string, props?: Record<string, any> | null, ...children: (Child | Child[])[]) => any} Build
 */

/**
 * What a table may ask of the room.
 * @typedef {object} Room
 * @property {Build} h
 * @property {Build} svg
 * @property {(key: string, args?: Record<string, any>) => string} t
 * @property {(n: number) => string} number
 * @property {(card: string) => string} card  a card in words
 * @property {(ms: number) => string} span  `1:05`
 * @property {(n: number) => string} place  `2nd`
 * @property {number} table  its number
 * @property {(label: string, run: () => void, props?: Record<string, any>) => HTMLButtonElement} button  a play button: never loses the focus
 * @property {(button: HTMLElement, yes: boolean) => void} able  whether it does anything now
 * @property {(names: string[]) => string} list  "a, b and c"
 * @property {(tag: string, fields?: Record<string, any>) => Promise<Answer>} play
 * @property {(page?: number) => Promise<Answer>} advise  what the rules advise this seat now: `payload.advice`; where there is much, page 1 and so on
 * @property {() => Promise<Record<string, number>>} bests  what the viewer has done best in this game, by the names the rules give it (`4x4 moves`)
 * @property {() => Promise<{figures?: Record<string, {place: number, userId: string, value: number}[]>, own?: Record<string, number>, you?: string}>} day  who did best today at the deal of the day, by each figure, how the viewer's first try went (`own`), and who that is
 * @property {() => void} redraw  calls `update` again with what there is: what the table waited for has come, or a choice is half made
 * @property {() => void} replays  shows the table's last deals again, over the table, which goes on
 * @property {(seat: number) => Promise<Answer>} sit  take a free seat of a table that plays on without one
 * @property {() => void} invite  shows the table's link, friends who could come, and a bot for a free seat
 * @property {(seat: number) => Promise<Answer>} addBot  puts a bot into a free seat
 * @property {(seat: number) => Promise<Answer>} substitute  take the seat of who is gone, from the next deal on
 * @property {(seat: number, agree?: boolean) => Promise<Answer>} vote  want somebody sent away from a match, or no longer
 * @property {(question: {title: string, text?: string, yes: string, no?: string, danger?: boolean}) => Promise<boolean>} ask
 * @property {(text: string) => void} error
 * @property {(text: string) => void} say
 * @property {(name: "deal" | "flip" | "chip" | "chips" | "knock" | "turn" | "late" | "hit" | "pair" | "bomb" | "win" | "lose") => void} sound  web/README.md says which is for what
 * @property {(element: Element, from: Element | DOMRect, how?: import("./motion.js").Flight) => void} fly  motion.js has the rest
 * @property {(name: string) => any} recall  what the game kept in this browser, or null
 * @property {(name: string, value: any) => void} keep
 */

export {};
