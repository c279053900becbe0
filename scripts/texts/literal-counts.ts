import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLiterals, partOf } from './find-literals.ts';

const FILE = join(import.meta.dirname, 'literals.json');

/** The texts outside of catalogues by the part of the tree, now and at most. */
export const countLiterals = (): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(findLiterals(), ({ path }) => partOf(path))].map(([part, found]) => [part, found.length]),
  );

export const readLiteralCounts = (): Record<string, number> =>
  JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;

/** Writes the numbers that have fallen. None rises. */
export function lowerLiteralCounts(): void {
  const now = countLiterals();
  const before = readLiteralCounts();
  const lowered = Object.entries(before).map(
    ([part, most]) => [part, Math.min(most, now[part] ?? 0)] as const,
  );
  const left = Object.fromEntries(lowered.filter(([, most]) => most > 0));
  writeFileSync(FILE, `${JSON.stringify(left, null, 2)}\n`);
}
