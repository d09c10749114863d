import { expect, test } from "vitest";

import { check, shownOf, type Report } from "../src/fair/check";
import type { Json } from "../src/fair/proof";
import { outcomeOf, findingText } from "../src/fair/findingText";
import played from "./fair-records.json";

const records = played.records as unknown as readonly Json[];
const nothing = () => null;
const NAMES = ["Ada", "Bruno", "Cleo", "Dino"];
const told = (report: Report, lang: "en" | "it") =>
  report.findings.map((one) => findingText(one, report.facts, NAMES, lang));

test("every finding has words in both languages", () => {
  const spoilt = played.spoilt as unknown as readonly { record: number; path: string[] }[];
  const reports = records.map((record) => check(record, nothing));
  for (const { record, path } of spoilt.filter(({ path }) => path.length === 2)) {
    const copy = structuredClone(records[record]) as Record<string, Record<string, unknown>>;
    delete copy[path[0] ?? ""]?.[path[1] ?? ""];
    reports.push(check(copy, nothing));
  }
  for (const report of reports) {
    const [en, it] = [told(report, "en"), told(report, "it")];
    for (const [i, line] of en.entries()) {
      expect(line).toMatch(/\.$/);
      expect(it[i]).toMatch(/\.$/);
      expect(line).not.toBe(it[i]);
      expect(line).not.toContain("undefined");
    }
  }
});

test("people are called by their names, and counted", () => {
  const [, , rookie] = records.map((record) => check(record, nothing));
  const lines = told(rookie as Report, "en").join(" ");
  expect(lines).toContain("Ada and Cleo shuffled too");
  expect(lines).toContain("a part from Bruno");
  expect(lines).toContain("All 2 times");
  expect(told(rookie as Report, "it").join(" ")).toContain("da Ada e Cleo");
});

test("all in all it is as good as its worst point", () => {
  const finding = (verdict: "right" | "partly" | "sealed" | "wrong") =>
    ({ point: "seen", verdict, why: "" }) as const;
  const { facts } = check(records[0], nothing);
  expect(outcomeOf({ facts, findings: [finding("right")] })).toBe("right");
  expect(outcomeOf({ facts, findings: [finding("right"), finding("partly")] })).toBe("partly");
  expect(outcomeOf({ facts, findings: [finding("partly"), finding("sealed")] })).toBe("sealed");
  expect(outcomeOf({ facts, findings: [finding("sealed"), finding("wrong")] })).toBe("wrong");
  expect(outcomeOf({ facts: null, findings: [finding("partly")] })).toBe("none");
});

test("what is shown is compared with the record", () => {
  const { steps } = records[0] as { readonly steps: readonly Json[] };
  expect(shownOf(records[0], steps).verdict).toBe("right");
  expect(shownOf(records[0], steps.slice(1)).verdict).toBe("wrong");
  expect(shownOf(null, steps).verdict).toBe("wrong");
});
