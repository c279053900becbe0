import { MINUTE_MS } from '#platform/shared/durations.ts';

export const HANDOVER_CODE = /^\d{6}$/;
const CODES = 1_000_000;

/** After so many wrong codes, no code is accepted for a while. */
export const MAX_WRONG_CODES = 5;
export const PAUSE_MS = 15 * MINUTE_MS;

/** Six digits from a keyed hash: 48 bits, so that no code is likelier than another. */
export const toHandoverCode = (hash: Uint8Array): string => {
  const number = hash.subarray(0, 6).reduce((value, byte) => value * 256 + byte, 0);
  return String(number % CODES).padStart(6, '0');
};

/** The wrong codes of a reservation. */
export type WrongCodes = { count: number; pausedUntil: Date | null };

export const isPaused = ({ pausedUntil }: WrongCodes, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now;

/** After one more. A pause that is over begins the count again. */
export function countWrongCode({ count, pausedUntil }: WrongCodes, now: Date): WrongCodes {
  const next = (pausedUntil === null ? count : 0) + 1;
  return { count: next, pausedUntil: next < MAX_WRONG_CODES ? null : new Date(now.getTime() + PAUSE_MS) };
}

/** What the field accepts: digits may be typed in groups. */
export const readTypedCode = (text: string): string => text.replace(/\D/g, '');
