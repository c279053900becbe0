/**
 * Why a listing is hidden: a measure that can be lifted, one that removed it until its appeal has ended, the pause of
 * its seller, or a review that it waits for. Each is lifted alone. No I/O.
 */
export const hideReasons = ['measure', 'removal', 'pause', 'review'] as const;
export type HideReason = (typeof hideReasons)[number];

const strongestFirst: readonly HideReason[] = ['removal', 'measure', 'pause', 'review'];

/** The strongest of the reasons of a listing; undefined if it is not hidden. */
export const strongestHideReason = (hiddenBy: readonly HideReason[]): HideReason | undefined =>
  strongestFirst.find((reason) => hiddenBy.includes(reason));

/** A listing that is hidden for one of these does not count as a source for its ISBN. */
export const UNTRUSTED_REASONS: readonly HideReason[] = ['measure', 'removal', 'review'];
