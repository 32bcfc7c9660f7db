// The bench's duel on Colyseus: three cards each, the higher one takes the round, then anew.
// What a move changed is sent at once, not at the next tick: the fastest way there.
// node server.js PORT
import { Room, Server } from "@colyseus/core";
import { ArraySchema, StateView, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

const DEALT = [[2, 7, 11], [5, 6, 12]];
const NONE = -1;

const Player = schema({
  hand: t.array("uint8").view(),
  count: t.uint8(),
  locked: t.int8().view(),
  moved: t.boolean(),
  score: t.uint8(),
}, "Player");
const Table = schema({ seq: t.uint32(), round: t.uint8(), first: Player, second: Player }, "Table");

class Duel extends Room {
  onCreate() {
    this.maxClients = 2;
    this.autoDispose = true;
    this.patchRate = null;
    this.state = new Table();
    this.state.seq = 0;
    this.state.first = new Player();
    this.state.second = new Player();
    this.seats = [this.state.first, this.state.second];
    this.deal();
    this.onMessage("play", (client, move) => this.play(this.seats[client.userData], move.place));
  }

  deal() {
    this.state.round = 0;
    this.seats.forEach((player, seat) => {
      player.hand ??= new ArraySchema();
      player.hand.clear();
      DEALT[seat].forEach((card) => player.hand.push(card));
      player.count = DEALT[seat].length;
      player.locked = NONE;
      player.moved = false;
      player.score = 0;
    });
  }

  play(player, place) {
    if (player.moved || !(place >= 0 && place < player.hand.length)) return;
    player.locked = player.hand[place];
    player.hand.splice(place, 1);
    player.count = player.hand.length;
    player.moved = true;
    this.state.seq += 1;
    const [first, second] = this.seats;
    if (first.moved && second.moved) this.reveal(first, second);
    this.broadcastPatch();
  }

  reveal(first, second) {
    if (first.locked !== second.locked) (first.locked > second.locked ? first : second).score += 1;
    this.seats.forEach((player) => {
      player.moved = false;
      player.locked = NONE;
    });
    this.state.round += 1;
    if (this.state.round === DEALT[0].length) this.deal();
  }

  onJoin(client) {
    const seat = this.clients.findIndex((one) => one === client);
    client.userData = seat < 0 ? this.clients.length : seat;
    client.view = new StateView();
    client.view.add(this.seats[client.userData]);
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("duel", Duel);
await server.listen(Number(process.argv[2]), "127.0.0.1");
console.log("up");
