/** What a history of a case names. No I/O. */
export const caseEventKinds = [
  'report-received',
  'notice-received',
  'appeal-received',
  'first-listing-received',
  'taken',
  'released',
  'measure-taken',
  'measure-lifted',
  'measure-ended',
  'appeal-upheld',
  'appeal-reversed',
  'first-listing-approved',
  'closed',
] as const;
export type CaseEventKind = (typeof caseEventKinds)[number];
