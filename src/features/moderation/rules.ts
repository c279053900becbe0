import type { TargetKind } from './targets.ts';
export { targetKinds, type CaseTarget, type TargetKind } from './targets.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';

/** Cases, measures and appeals: their states, reasons and limits. No I/O. */

/**
 * The transitions between states. A closed case reopens when its measure is appealed, or when another report or
 * notice about its object arrives.
 */
export const moderationTransitions = {
  case: {
    open: ['in-review', 'closed'],
    'in-review': ['open', 'closed'],
    closed: ['open'],
  },
  measure: {
    active: ['ended', 'lifted', 'reversed'],
    ended: ['reversed'],
    lifted: [],
    reversed: [],
  },
  appeal: {
    waiting: ['upheld', 'reversed'],
    upheld: [],
    reversed: [],
  },
} as const;

export const caseStates = ['open', 'in-review', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];

export const measureKinds = ['hide', 'remove', 'warn', 'pause', 'delete'] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** 'ended': a pause whose time is over, or that a later one replaced. 'lifted' by staff, 'reversed' by an appeal. */
export const measureStates = ['active', 'ended', 'lifted', 'reversed'] as const;
export type MeasureState = (typeof measureStates)[number];

export const measureReasons = [
  'scam',
  'prohibited-item',
  'harassment',
  'spam',
  'fake-account',
  'illegal-content',
  'other',
] as const;
export type MeasureReason = (typeof measureReasons)[number];

/** The reason 'other' says nothing without words. */
export const needsWords = (reason: string | null): boolean => reason === 'other';

export const appealStates = ['waiting', 'upheld', 'reversed'] as const;
export type AppealState = (typeof appealStates)[number];
export const appealOutcomes = ['upheld', 'reversed'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

/** What led to a measure. 'staff': a member of the team, without a report. */
export const measureSources = ['report', 'notice', 'program', 'staff'] as const;
export type MeasureSource = (typeof measureSources)[number];

export const pauseDays = [1, 7, 30] as const;
export type PauseDays = (typeof pauseDays)[number];

/** The kinds of measures that a target of a case allows: a listing, or a person. */
export const bookMeasures = ['hide', 'remove'] as const satisfies readonly MeasureKind[];
export const personMeasures = ['warn', 'pause', 'delete'] as const satisfies readonly MeasureKind[];

/** Whether a case about this target can hide or remove a listing. A message has a listing, but its case does not. */
export const isListing = (target: TargetKind): boolean => target === 'book';

/** Whether a measure affects a listing, not a person. */
export const isOnListing = (kind: MeasureKind): boolean =>
  (bookMeasures as readonly MeasureKind[]).includes(kind);

/** The name of a measure in texts. A warning that removed a review is called 'review'. */
export type MeasureName = MeasureKind | 'review';

export const nameOfMeasure = ({
  kind,
  reviewId,
}: {
  kind: MeasureKind;
  reviewId: string | null;
}): MeasureName => (reviewId === null ? kind : 'review');

/** The state of the listing or review that a decision was about, once the decision is lifted or reversed. */
export const objectStates = ['shown', 'hidden', 'sold', 'expired', 'gone'] as const;
export type ObjectState = (typeof objectStates)[number];

/** Whether a book that is removed for this reason must not be handed over: its reservation is canceled. */
export const isForbidden = (reason: MeasureReason): boolean =>
  reason === 'illegal-content' || reason === 'prohibited-item';

/** How long a decision can be appealed, and is shown in Account Settings, Decisions. */
export const APPEAL_MONTHS = 6;

export const MAX_APPEAL_LENGTH = 2000;
export const MAX_NOTE_LENGTH = 1000;

/** A case shows at most this many reports and notices, the newest. */
export const MAX_COMPLAINTS = 100;

/** A case that has waited longer is marked as late. */
export const LATE_CASE_MS = 48 * HOUR_MS;

/** The deadline of an appeal: the same day six months later, in UTC. */
export function toAppealEnd(decidedAt: Date): Date {
  const end = new Date(decidedAt);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + APPEAL_MONTHS);
  // There is no 31 February: the last day of that month.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end;
}
