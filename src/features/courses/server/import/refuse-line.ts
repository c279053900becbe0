import type { RefusedLine } from '../../contract.ts';
import { MAX_REFUSED_TEXT_LENGTH } from '../../rules.ts';

/** Why a line is refused, with its code and the start of what is wrong. */
export const refuseLine = (
  { line, code, text }: { line: number; code: string; text: string },
  reason: string,
): RefusedLine => {
  // Two units at most are a character.
  const start = [code, text].map((one) => one.slice(0, 2 * MAX_REFUSED_TEXT_LENGTH)).join('; ');
  return { line, text: [...start].slice(0, MAX_REFUSED_TEXT_LENGTH).join(''), reason };
};
