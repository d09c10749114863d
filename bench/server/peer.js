// boardgame.io's server with a game whose one move adds one. Its state is kept in memory only.
const path = require("path");
const { Server } = require(path.join(process.argv[2], "node_modules/boardgame.io/server"));

const game = {
  name: "count",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ count: 0 }),
  moves: { add: ({ G }) => { G.count += 1; } },
  turn: { minMoves: 1, maxMoves: 1 },
};

const server = Server({ games: [game], origins: [/.*/] });
server.run({ port: 0, callback: () => {} }).then((running) => {
  console.log(running.appServer.address().port);
});
