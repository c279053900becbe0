import { toCourseCode } from '#features/books/rules.ts';

export type CourseChange = { code: string; taken: boolean };

/** The courses after these changes, each once, however its code is written. */
export function applyCourseChanges(codes: readonly string[], changes: readonly CourseChange[]): string[] {
  const shown = new Map(codes.map((code) => [toCourseCode(code), code]));
  for (const { code, taken } of changes) {
    const key = toCourseCode(code);
    if (!taken) shown.delete(key);
    else if (!shown.has(key)) shown.set(key, code);
  }
  return [...shown.values()];
}
