/** The tables of lessons, kept on the device: one that was left in the middle is closed later. */

const KEY = "mazziere.lessons";

export function lessonTables(): readonly string[] {
  return (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
}

export function keepLessonTables(ids: readonly string[]): void {
  localStorage.setItem(KEY, ids.join(" "));
}
