/** What a case is about. 'page': another page of the campus, by its path. No I/O. */
export const targetKinds = ['book', 'message', 'user', 'review', 'page'] as const;
export type TargetKind = (typeof targetKinds)[number];

/** `id`: of the object; of a page its path. */
export type CaseTarget = { kind: TargetKind; id: string };
