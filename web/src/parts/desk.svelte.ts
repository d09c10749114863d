/** What lies over the screen wherever one is: the settings, or the rules at a paragraph. */

class Desk {
  settings = $state(false);
  rules = $state.raw<{ readonly game: string; readonly rule: string } | null>(null);

  /** Open the rules of a game, at a paragraph if one is named. */
  open(game: string, rule = ""): void {
    this.rules = { game, rule };
  }
}

export const desk = new Desk();
