/** Dialogs that any screen can open: the settings, and the rules at a paragraph. */

class Dialogs {
  settings = $state(false);
  rules = $state.raw<{ readonly game: string; readonly rule: string } | null>(null);

  /** Open the rules of a game, at a paragraph if one is named. */
  open(game: string, rule = ""): void {
    this.rules = { game, rule };
  }
}

export const dialogs = new Dialogs();
