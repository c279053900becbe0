import type { CurrentUser } from '#features/accounts/contract.ts';
import type { CaseDetail, CaseSummary } from '#features/moderation/case-schemas.ts';
import type { Decision } from '#features/moderation/decision-schemas.ts';
import type { StaffMeasure } from '#features/moderation/measure-schemas.ts';
import { ann, inDays, robin, uuid } from './sample-data.ts';

const ruth = { id: uuid(70), name: 'Ruth Admin' };

/** A listing of Ann's that was reported twice and noticed once. */
export function sampleCase(changes: Partial<CaseSummary> = {}): CaseSummary {
  return {
    id: uuid(60),
    number: 214,
    state: 'open',
    target: { type: 'book', id: uuid(10), title: 'Campbell Biology' },
    person: { id: ann.id, name: ann.name },
    takenBy: null,
    reports: 2,
    notices: 1,
    reason: 'unsafe',
    isFirstListing: false,
    appeal: null,
    isLate: false,
    openedAt: inDays(-2),
    createdAt: inDays(-2),
    ...changes,
  };
}

export function sampleMeasure(changes: Partial<StaffMeasure> = {}): StaffMeasure {
  return {
    id: uuid(61),
    reviewId: null,
    kind: 'hide',
    state: 'active',
    reason: 'scam',
    source: 'report',
    title: 'Campbell Biology',
    note: '',
    internalNote: '',
    days: null,
    until: null,
    decidedBy: ruth,
    createdAt: inDays(-1),
    endedAt: null,
    appeal: null,
    ...changes,
  };
}

export function sampleCaseDetail(changes: Partial<CaseDetail> = {}): CaseDetail {
  return {
    ...sampleCase(),
    book: {
      id: uuid(10),
      title: 'Campbell Biology, 11th Edition',
      price: 2_000,
      image: null,
      photos: [],
      description: '',
      author: 'Lisa A. Urry',
      isbn: null,
      subject: 'Biology',
      isHidden: false,
      isWaiting: false,
      isDeleted: false,
      createdAt: inDays(-3),
    },
    text: null,
    personFacts: { createdAt: inDays(-700), confirmedSales: 12, pausedUntil: null },
    reservedTrades: 1,
    complaints: [
      {
        id: uuid(62),
        kind: 'report',
        reason: 'unsafe',
        text: 'He wants a gift card before we meet.',
        by: { id: uuid(63), name: 'Grace Lim' },
        hasReceipt: false,
        endangersChild: false,
        createdAt: inDays(-2),
      },
      {
        id: uuid(64),
        kind: 'notice',
        reason: 'illegal-content',
        text: 'This is a scanned copy.',
        by: null,
        hasReceipt: true,
        endangersChild: false,
        createdAt: inDays(-1),
      },
    ],
    history: [
      { kind: 'report-received', by: null, measureId: null, note: '', at: inDays(-2) },
      { kind: 'notice-received', by: null, measureId: null, note: '', at: inDays(-1) },
    ],
    measures: [],
    earlierMeasures: [
      sampleMeasure({ id: uuid(65), kind: 'warn', state: 'active', reason: 'spam', title: null }),
    ],
    allowed: ['hide', 'remove', 'warn', 'pause', 'delete', 'close', 'take'],
    hasSale: false,
    ...changes,
  };
}

/** A listing of Robin's was hidden. */
export function sampleDecision(changes: Partial<Decision> = {}): Decision {
  return {
    id: uuid(61),
    reviewId: null,
    objectState: null,
    kind: 'hide',
    reason: 'scam',
    note: 'A buyer showed us a message.',
    until: null,
    source: 'report',
    createdAt: inDays(0),
    canAppeal: true,
    appeal: null,
    title: 'Campbell Biology, 11th Edition',
    bookId: uuid(10),
    state: 'active',
    endedAt: null,
    liftNote: '',
    reports: 2,
    notices: 1,
    appealUntil: inDays(180),
    isNew: true,
    isBanned: false,
    ...changes,
  };
}

export const moderator: CurrentUser = { ...robin, roles: ['moderator'] };

/** The case of a hidden listing whose owner has appealed, as a member reads it. */
export function sampleAppealedCase(canDecide = true, decidedBy = ruth): CaseDetail {
  const id = uuid(66);
  return sampleCaseDetail({
    // Nothing else while it waits.
    allowed: ['release'],
    appeal: { id, measureKind: 'hide', reviewId: null, reason: 'scam', canDecide },
    measures: [
      sampleMeasure({
        decidedBy,
        appeal: {
          id,
          text: 'I never wrote that message.',
          state: 'waiting',
          note: '',
          createdAt: inDays(-1),
          decidedAt: null,
        },
      }),
    ],
  });
}
