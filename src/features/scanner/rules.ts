/** What the scanner can look for, as browsers name it. */
export type ScanFormat = 'ean_13' | 'qr_code';

/** A code in a picture. `format`: as browsers name it, also one that is not looked for. */
export type ScannedCode = { format: string; text: string };

/** The value of a code; null: it is another code. */
export type CodeReader = (code: ScannedCode) => string | null;

/** A blurred picture can be misread: a value counts once this many pictures show it. */
const CONFIRMING_READS = 2;
/** One more, because part of a code may look like a shorter one. */
const CONFIRMING_OTHER_READS = 3;

export type Confirmed = { value: string } | 'other-code';

/** Confirms what the pictures of one scan show, one call for each picture; null: nothing yet. */
export function createReadConfirmation(
  read: CodeReader,
): (codes: readonly ScannedCode[]) => Confirmed | null {
  const counts = new Map<string, number>();
  const count = (key: string): number => {
    const seen = (counts.get(key) ?? 0) + 1;
    counts.set(key, seen);
    return seen;
  };
  return (codes) => {
    const values = new Set(codes.map(read).filter((value) => value !== null));
    const confirmed = [...values].filter((value) => count(`value ${value}`) >= CONFIRMING_READS);
    // Two books in one picture: the next picture may show one.
    if (confirmed.length === 1 && values.size === 1) return { value: confirmed[0]! };
    if (values.size > 0) return null;
    const others = codes.map(({ format, text }) => count(`other ${format} ${text}`));
    return others.some((seen) => seen >= CONFIRMING_OTHER_READS) ? 'other-code' : null;
  };
}

/** Gone for this long, the code of a scanner that stays open may be shown again, as another copy. */
const RELEASE_MS = 1_500;

/**
 * The same for a scanner that stays open: each code is confirmed once, until it has left the picture for a while.
 * `nowMs` only grows.
 */
export function createContinuousConfirmation(
  read: CodeReader,
): (codes: readonly ScannedCode[], nowMs: number) => Confirmed | null {
  let confirm = createReadConfirmation(read);
  /** When each value that was confirmed was last in the picture. */
  const held = new Map<string, number>();
  let anySeenMs = 0;
  return (codes, nowMs) => {
    if (codes.length > 0) anySeenMs = nowMs;
    // What was misread before counts no longer.
    else if (nowMs - anySeenMs > RELEASE_MS) confirm = createReadConfirmation(read);
    const fresh = codes.filter((code) => {
      const value = read(code);
      if (value === null || !held.has(value)) return true;
      held.set(value, nowMs);
      return false;
    });
    for (const [value, seenMs] of held) if (nowMs - seenMs > RELEASE_MS) held.delete(value);
    const confirmed = confirm(fresh);
    if (confirmed === null) return null;
    confirm = createReadConfirmation(read);
    if (confirmed !== 'other-code') held.set(confirmed.value, nowMs);
    return confirmed;
  };
}
