/** A parser for the Markdown of the rules: paragraphs, lists, bold, emphasis, code. */

export interface Piece {
  readonly kind: "text" | "bold" | "slant" | "code";
  readonly text: string;
}

export type Passage =
  | { readonly kind: "paragraph"; readonly pieces: readonly Piece[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Piece[])[] };

const MARKED = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;

/** Split a line into pieces with their marks. */
export function pieces(text: string): readonly Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKED)) {
    if (match.index > from) found.push({ kind: "text", text: text.slice(from, match.index) });
    const [whole, bold, slant, code] = match;
    if (bold !== undefined) found.push({ kind: "bold", text: bold });
    else if (slant !== undefined) found.push({ kind: "slant", text: slant });
    else if (code !== undefined) found.push({ kind: "code", text: code });
    from = match.index + whole.length;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
}

/** Split a text into paragraphs and lists, and join continuation lines. */
export function passages(text: string): readonly Passage[] {
  const found: Passage[] = [];
  let open: { kind: "paragraph" | "list"; lines: string[] } | null = null;
  const close = () => {
    if (open?.kind === "list") found.push({ kind: "list", items: open.lines.map(pieces) });
    else if (open) found.push({ kind: "paragraph", pieces: pieces(open.lines.join(" ")) });
    open = null;
  };
  for (const line of text.split("\n")) {
    const said = line.trim();
    if (!said) {
      close();
    } else if (said.startsWith("- ")) {
      if (open?.kind !== "list") close();
      open ??= { kind: "list", lines: [] };
      open.lines.push(said.slice(2));
    } else if (open?.kind === "list" && /^\s/.test(line)) {
      open.lines.push(`${open.lines.pop() ?? ""} ${said}`);
    } else {
      if (open?.kind === "list") close();
      open ??= { kind: "paragraph", lines: [] };
      open.lines.push(said);
    }
  }
  close();
  return found;
}
