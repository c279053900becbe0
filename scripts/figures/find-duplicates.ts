import type { SourceFile } from './read-source-tree.ts';

interface Place {
  path: string;
  /** The first line, from 1. */
  line: number;
}

export interface Duplicate {
  places: [Place, Place];
  lines: number;
}

const MIN_LINES = 6;

/** A run in more places than this is an idiom. */
const MAX_PLACES = 8;

interface Line {
  path: string;
  line: number;
  text: string;
}

/** Pairs of places that share six or more identical lines, the longest first. */
export function findDuplicates(files: readonly SourceFile[]): Duplicate[] {
  const lines = files.flatMap((file) => significantLines(file));
  const windows = new Map<string, number[]>();
  for (let start = 0; start + MIN_LINES <= lines.length; start += 1) {
    if (lines[start]!.path !== lines[start + MIN_LINES - 1]!.path) continue;
    const key = lines
      .slice(start, start + MIN_LINES)
      .map(({ text }) => text)
      .join('\n');
    windows.set(key, [...(windows.get(key) ?? []), start]);
  }
  const pairs = new Set<string>();
  for (const starts of windows.values()) {
    if (starts.length > MAX_PLACES) continue;
    for (const one of starts)
      for (const other of starts) if (other >= one + MIN_LINES) pairs.add(`${one} ${other}`);
  }
  return joinWindows(pairs)
    .map(({ one, other, windowCount }) => ({
      places: [toPlace(lines[one]!), toPlace(lines[other]!)] as [Place, Place],
      lines: windowCount + MIN_LINES - 1,
    }))
    .sort((first, second) => second.lines - first.lines);
}

const toPlace = ({ path, line }: Line): Place => ({ path, line });

/** Joins pairs of windows that follow each other into one run. */
function joinWindows(pairs: ReadonlySet<string>): { one: number; other: number; windowCount: number }[] {
  return [...pairs].flatMap((pair) => {
    const [one = 0, other = 0] = pair.split(' ').map(Number);
    if (pairs.has(`${one - 1} ${other - 1}`)) return [];
    let windowCount = 1;
    while (pairs.has(`${one + windowCount} ${other + windowCount}`)) windowCount += 1;
    return [{ one, other, windowCount }];
  });
}

/** Without blank lines, comments, lone punctuation and imports. White space is folded. */
function significantLines({ path, code }: SourceFile): Line[] {
  const importLines = new Set<number>();
  for (const { index, 0: statement } of code.matchAll(/^(import|export)\b[^;]*?\bfrom '[^']+';$/gm)) {
    const first = code.slice(0, index).split('\n').length;
    statement.split('\n').forEach((_, offset) => importLines.add(first + offset));
  }
  return code.split('\n').flatMap((written, index) => {
    const text = written.trim().replaceAll(/\s+/g, ' ');
    const line = index + 1;
    return /\w/.test(text) && !importLines.has(line) ? [{ path, line, text }] : [];
  });
}
