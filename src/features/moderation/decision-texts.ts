import { type PlainTextId, textId, textToken, type TextToken } from '#platform/shared/texts/t.ts';
import type { AppealOutcome, MeasureKind, MeasureReason, MeasureSource } from './rules.ts';

/** The words of a decision: the same on its page and in its mail. No I/O. */

/** The heading of its statement. */
export const decisionTitles: Record<MeasureKind, PlainTextId> = {
  hide: textId('moderation.decision.title-hide'),
  remove: textId('moderation.decision.title-remove'),
  warn: textId('moderation.decision.title-warn'),
  pause: textId('moderation.decision.title-pause'),
  delete: textId('moderation.decision.title-delete'),
};

/** Its name in a list. */
export const decisionNames: Record<MeasureKind, PlainTextId> = {
  hide: textId('moderation.decision.name-hide'),
  remove: textId('moderation.decision.name-remove'),
  warn: textId('moderation.decision.name-warn'),
  pause: textId('moderation.decision.name-pause'),
  delete: textId('moderation.decision.name-delete'),
};

const meanings: Record<MeasureKind, PlainTextId> = {
  hide: textId('moderation.decision.meaning-hide'),
  remove: textId('moderation.decision.meaning-remove'),
  warn: textId('moderation.decision.meaning-warn'),
  pause: textId('moderation.decision.meaning-pause'),
  delete: textId('moderation.decision.meaning-delete'),
};

/** What it means for the person. */
export const decisionMeaning = ({ kind, isBanned }: { kind: MeasureKind; isBanned: boolean }): PlainTextId =>
  kind === 'delete' && isBanned ? textId('moderation.decision.meaning-ban') : meanings[kind];

export const reasonNames: Record<MeasureReason, PlainTextId> = {
  scam: textId('moderation.decision.reason-scam'),
  'prohibited-item': textId('moderation.decision.reason-prohibited-item'),
  harassment: textId('moderation.decision.reason-harassment'),
  spam: textId('moderation.decision.reason-spam'),
  'fake-account': textId('moderation.decision.reason-fake-account'),
  'illegal-content': textId('moderation.decision.reason-illegal-content'),
  other: textId('moderation.decision.reason-other'),
};

/** The rule that was broken. */
export const reasonRules: Record<MeasureReason, PlainTextId> = {
  scam: textId('moderation.decision.rule-scam'),
  'prohibited-item': textId('moderation.decision.rule-prohibited-item'),
  harassment: textId('moderation.decision.rule-harassment'),
  spam: textId('moderation.decision.rule-spam'),
  'fake-account': textId('moderation.decision.rule-fake-account'),
  'illegal-content': textId('moderation.decision.rule-illegal-content'),
  other: textId('moderation.decision.rule-other'),
};

/** What led to it, as sentences: '2 reports and 1 notice led to it.', 'A person decided, not a program.' */
export function describeSource(decision: {
  source: MeasureSource;
  reports: number;
  notices: number;
}): TextToken[] {
  const { source, reports, notices } = decision;
  if (source === 'program') return [textToken('moderation.decision.by-program')];
  return [toCause(source, { reports, notices }), textToken('moderation.decision.by-person')];
}

function toCause(
  source: MeasureSource,
  { reports, notices }: { reports: number; notices: number },
): TextToken {
  if (source === 'staff') return textToken('moderation.decision.led-by-team');
  if (reports > 0 && notices > 0) return textToken('moderation.decision.led-by-both', { reports, notices });
  // What led to it may be deleted with its account.
  return source === 'notice'
    ? textToken('moderation.decision.led-by-notices', { notices: Math.max(1, notices) })
    : textToken('moderation.decision.led-by-reports', { reports: Math.max(1, reports) });
}

const reversals: Record<MeasureKind, PlainTextId> = {
  hide: textId('moderation.decision.reversed-listing'),
  remove: textId('moderation.decision.reversed-listing'),
  warn: textId('moderation.decision.reversed-warn'),
  pause: textId('moderation.decision.reversed-pause'),
  delete: textId('moderation.decision.reversed-delete'),
};

/** The name of an answered appeal: 'Appeal answered: restored'. */
export const answerName = (kind: MeasureKind, outcome: AppealOutcome): PlainTextId =>
  outcome === 'reversed' ? reversals[kind] : textId('moderation.decision.upheld');

const lifts: Record<MeasureKind, PlainTextId> = {
  hide: textId('moderation.decision.lifted-listing'),
  remove: textId('moderation.decision.lifted-listing'),
  warn: textId('moderation.decision.lifted-warn'),
  pause: textId('moderation.decision.lifted-pause'),
  delete: textId('moderation.decision.lifted-delete'),
};

/** What a lifted or reversed decision means from then on: 'Your listing is shown again.' */
export const liftMeaning = (kind: MeasureKind): PlainTextId => lifts[kind];

/** What the answer to an appeal says: 'The decision stays as it is.' */
export const answerMeaning = (kind: MeasureKind, outcome: AppealOutcome): PlainTextId =>
  outcome === 'reversed' ? lifts[kind] : textId('moderation.decision.stays');

/** Who answered it: also that there was no other member than the one who had decided. */
export const answeredBy = (isSameMember: boolean): PlainTextId =>
  isSameMember ? textId('moderation.decision.same-member') : textId('moderation.decision.other-member');
