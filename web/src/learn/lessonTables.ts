/** Ids of open lesson tables, kept in local storage: an abandoned one is closed later. */

const KEY = "mazziere.lessons";

export function lessonTables(): readonly string[] {
  return (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
}

export function keepLessonTables(ids: readonly string[]): void {
  localStorage.setItem(KEY, ids.join(" "));
}
