export const en = {
  close: "Close",
  home: { playNow: "Play now" },
  lost: { title: "There is no such table here.", home: "To the games" },
  levels: { random: "random", easy: "easy", normal: "normal", hard: "hard", master: "master" },
  seats: {
    label: "At the table",
    away: "away",
    standIn: "a bot sits in",
    onward: "Play runs clockwise",
    backward: "Play runs anticlockwise",
  },
  refusals: { illegal: "That is not allowed now.", offline: "The server cannot be reached." },
};
