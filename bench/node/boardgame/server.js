// The bench's duel on boardgame.io: three cards each, the higher one takes the round, then anew.
// node server.js PORT
const { Server } = require("boardgame.io/server");

const DEALT = [[2, 7, 11], [5, 6, 12]];

const setup = () => ({
  hands: { 0: [...DEALT[0]], 1: [...DEALT[1]] },
  locked: { 0: null, 1: null },
  score: [0, 0],
  round: 0,
});

const play = {
  move: ({ G, playerID }, place) => {
    const hand = G.hands[playerID];
    if (G.locked[playerID] !== null || !(place >= 0 && place < hand.length)) return "INVALID_MOVE";
    [G.locked[playerID]] = hand.splice(place, 1);
    const [mine, theirs] = [G.locked[0], G.locked[1]];
    if (mine === null || theirs === null) return undefined;
    if (mine !== theirs) G.score[mine > theirs ? 0 : 1] += 1;
    G.locked = { 0: null, 1: null };
    G.round += 1;
    if (G.round === DEALT[0].length) Object.assign(G, setup());
    return undefined;
  },
  client: false,
  ignoreStaleStateID: true,
  redact: true,
};

// What one player may see: his own hand, and of the other's locked card only that it is there.
const playerView = ({ G, playerID }) => ({
  ...G,
  hands: { [playerID]: G.hands[playerID] },
  locked: Object.fromEntries(
    [0, 1].map((seat) => {
      const card = G.locked[seat];
      return [seat, String(seat) === playerID || card === null ? card : -1];
    }),
  ),
});

const duel = {
  name: "duel",
  setup,
  moves: { play },
  turn: { activePlayers: { all: "picking" }, stages: { picking: { moves: { play } } } },
  disableUndo: true,
  playerView,
};

Server({ games: [duel], origins: ["*"] }).run(
  { port: Number(process.argv[2]), lobbyConfig: {} },
  () => console.log("up"),
);
