/** Limits and words of courses and their reading lists. No I/O. */

export const requirements = ['required', 'recommended'] as const;
export type Requirement = (typeof requirements)[number];
