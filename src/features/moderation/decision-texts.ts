import { type PlainTextId, textId, textToken, type TextToken } from '#platform/shared/texts/t.ts';
import {
  type AppealOutcome,
  type MeasureName,
  type MeasureReason,
  type MeasureSource,
  nameOfMeasure,
  type ObjectState,
} from './rules.ts';

/** The words of a decision: the same on its page and in its mail. No I/O. */

type Named = Parameters<typeof nameOfMeasure>[0];
type TakenBack = Named & { objectState: ObjectState | null };

/** The heading of its statement. */
export const decisionTitles: Record<MeasureName, PlainTextId> = {
  hide: textId('moderation.decision.title-hide'),
  remove: textId('moderation.decision.title-remove'),
  warn: textId('moderation.decision.title-warn'),
  review: textId('moderation.decision.title-review'),
  pause: textId('moderation.decision.title-pause'),
  delete: textId('moderation.decision.title-delete'),
};

/** Its name in a list. */
export const decisionNames: Record<MeasureName, PlainTextId> = {
  hide: textId('moderation.decision.name-hide'),
  remove: textId('moderation.decision.name-remove'),
  warn: textId('moderation.decision.name-warn'),
  review: textId('moderation.decision.name-review'),
  pause: textId('moderation.decision.name-pause'),
  delete: textId('moderation.decision.name-delete'),
};

const meanings: Record<MeasureName, PlainTextId> = {
  hide: textId('moderation.decision.meaning-hide'),
  remove: textId('moderation.decision.meaning-remove'),
  warn: textId('moderation.decision.meaning-warn'),
  review: textId('moderation.decision.meaning-review'),
  pause: textId('moderation.decision.meaning-pause'),
  delete: textId('moderation.decision.meaning-delete'),
};

/** What it means for the person. */
export const decisionMeaning = (decision: Named & { isBanned: boolean }): PlainTextId =>
  decision.kind === 'delete' && decision.isBanned
    ? textId('moderation.decision.meaning-ban')
    : meanings[nameOfMeasure(decision)];

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

const reversals: Record<MeasureName, PlainTextId> = {
  hide: textId('moderation.decision.reversed-listing'),
  remove: textId('moderation.decision.reversed-listing'),
  review: textId('moderation.decision.reversed-review'),
  warn: textId('moderation.decision.reversed-warn'),
  pause: textId('moderation.decision.reversed-pause'),
  delete: textId('moderation.decision.reversed-delete'),
};

/** The name of an answered appeal: 'Appeal answered: restored'. */
export function answerName(decision: TakenBack, outcome: AppealOutcome): PlainTextId {
  if (outcome === 'upheld') return textId('moderation.decision.upheld');
  return decision.objectState === 'gone' || decision.objectState === 'hidden'
    ? textId('moderation.decision.reversed-only')
    : reversals[nameOfMeasure(decision)];
}

const listingLifts: Record<ObjectState, PlainTextId> = {
  shown: textId('moderation.decision.lifted-listing'),
  hidden: textId('moderation.decision.lifted-listing-hidden'),
  sold: textId('moderation.decision.lifted-listing-sold'),
  expired: textId('moderation.decision.lifted-listing-expired'),
  gone: textId('moderation.decision.lifted-listing-gone'),
};

/** What a lifted or reversed decision means from then on: 'Your listing is shown again.', unless it was sold or deleted. */
export function liftMeaning(decision: TakenBack): PlainTextId {
  const objectState = decision.objectState ?? 'shown';
  switch (nameOfMeasure(decision)) {
    case 'hide':
    case 'remove':
      return listingLifts[objectState];
    case 'review':
      if (objectState === 'gone') return textId('moderation.decision.lifted-review-gone');
      return objectState === 'hidden'
        ? textId('moderation.decision.lifted-review-hidden')
        : textId('moderation.decision.lifted-review');
    case 'warn':
      return textId('moderation.decision.lifted-warn');
    case 'pause':
      return textId('moderation.decision.lifted-pause');
    case 'delete':
      return textId('moderation.decision.lifted-delete');
  }
}

/** What the answer to an appeal says: 'The decision stays as it is.' */
export const answerMeaning = (decision: TakenBack, outcome: AppealOutcome): PlainTextId =>
  outcome === 'reversed' ? liftMeaning(decision) : textId('moderation.decision.stays');

/** Who answered it: also that there was no other member than the one who had decided. */
export const answeredBy = (isSameMember: boolean): PlainTextId =>
  isSameMember ? textId('moderation.decision.same-member') : textId('moderation.decision.other-member');
