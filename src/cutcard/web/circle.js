// Who is around us: friends and whether they are here, who wants to be one, whom we do not want to hear.
// Kept up to date by what the server tells; asked again after every connection.

/** @typedef {import("./client.js").Client} Client */
/** @typedef {{userId: string, name: string, online: boolean, table?: number}} Friend */
/** @typedef {{invite: number, from: string, name: string, status?: string}} Invite */
/** @typedef {{userId: string, name: string}} Person */

/** Events: `change`. */
export class Circle extends EventTarget {
  /** @type {Friend[]} */ friends = [];
  /** @type {Invite[]} */ invites = [];
  /** @type {Person[]} */ muted = [];
  /** @type {Person[]} */ blocked = [];
  #client;

  /** @param {Client} client */
  constructor(client) {
    super();
    this.#client = client;
    client.on("state", () => client.state === "live" && void this.load());
    client.on("PRESENCE", (one) => this.#seen(one));
    for (const type of ["FRIEND_INVITED", "FRIEND_ACCEPTED"]) client.on(type, () => void this.load());
  }

  /** Asks for all of it. */
  async load() {
    const ask = (/** @type {string} */ type) => this.#client.request(type, {}, {again: false});
    const [friends, invites, shunned] = await Promise.all([ask("FRIENDS"), ask("FRIEND_INVITES"), ask("SHUNNED")]);
    if (friends.ok) this.friends = friends.payload.friends;
    if (invites.ok) this.invites = invites.payload.invites.filter((/** @type {Invite} */ one) => !one.status || one.status.toLowerCase() === "pending");
    if (shunned.ok) ({muted: this.muted, blocked: this.blocked} = shunned.payload);
    this.dispatchEvent(new Event("change"));
  }

  /** Asks something that may change it. @param {string} type @param {object} payload */
  async ask(type, payload) {
    const answer = await this.#client.request(type, payload);
    await this.load();
    return answer;
  }

  /** @param {string} id */
  friend(id) {
    return this.friends.find(({userId}) => userId === id) ?? null;
  }

  /** @param {Friend} one */
  #seen(one) {
    this.friends = this.friends.map((friend) => (friend.userId === one.userId ? {...friend, ...one, table: one.table} : friend));
    this.dispatchEvent(new Event("change"));
  }
}
