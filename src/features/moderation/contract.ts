import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp, multilineText, paginationQuery, uuidSchema } from '#platform/shared/text-schemas.ts';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { textId, textToken } from '#platform/shared/texts/t.ts';
import { caseEventKinds } from './case-events.ts';
import {
  appealOutcomes,
  appealStates,
  caseStates,
  MAX_APPEAL_LENGTH,
  MAX_NOTE_LENGTH,
  measureKinds,
  measureReasons,
  measureSources,
  measureStates,
  pauseDays,
  targetKinds,
} from './rules.ts';

const byId = z.object({ id: uuidSchema });

const note = multilineText({ min: 0, max: MAX_NOTE_LENGTH, field: textId('moderation.field.note') });

const member = z.strictObject({
  id: uuidSchema,
  name: z.string().nullable().describe('null: not in the product any more'),
});

const target = z.strictObject({
  type: z.enum(targetKinds),
  id: z.string().describe('Of a page its path'),
  title: z
    .string()
    .nullable()
    .describe('The title of the listing, the name of the user, else the begin of the text; null: deleted'),
});

const caseSummary = z.strictObject({
  id: uuidSchema,
  number: z.int().describe('What staff call it'),
  state: z.enum(caseStates),
  target,
  /** The user responsible. */
  person: member.nullable(),
  takenBy: member.nullable(),
  reports: z.int(),
  notices: z.int(),
  /** The reason of the newest report; null without one. */
  reason: z.string().nullable(),
  isFirstListing: z.boolean(),
  /** The appeal that waits for its answer. */
  appeal: z
    .strictObject({
      id: uuidSchema,
      measureKind: z.enum(measureKinds),
      reason: z.enum(measureReasons),
      canDecide: z.boolean().describe('False for the one who took the measure, while another can'),
    })
    .nullable(),
  isLate: z.boolean().describe('Open for more than 48 hours'),
  openedAt: isoTimestamp,
  createdAt: isoTimestamp,
});
export type CaseSummary = z.output<typeof caseSummary>;

/** A measure as staff read it. */
const measure = z.strictObject({
  id: uuidSchema,
  kind: z.enum(measureKinds),
  state: z.enum(measureStates),
  reason: z.enum(measureReasons),
  source: z.enum(measureSources),
  title: z.string().nullable(),
  note: z.string(),
  internalNote: z.string(),
  days: z.int().nullable(),
  until: isoTimestamp.nullable(),
  decidedBy: member.nullable(),
  createdAt: isoTimestamp,
  endedAt: isoTimestamp.nullable(),
  appeal: z
    .strictObject({
      id: uuidSchema,
      text: z.string(),
      state: z.enum(appealStates),
      note: z.string(),
      createdAt: isoTimestamp,
      decidedAt: isoTimestamp.nullable(),
    })
    .nullable(),
});
export type StaffMeasure = z.output<typeof measure>;

/** What came in about the object of a case. */
const complaint = z.strictObject({
  id: uuidSchema,
  kind: z.enum(['report', 'notice']),
  reason: z.string().describe("A report's reason, else 'illegal-content'"),
  text: z.string(),
  /** The name of who reported; null of a notice, and once deleted. Never an email. */
  by: member.nullable(),
  hasReceipt: z.boolean().describe('The notifier has confirmed the email'),
  endangersChild: z.boolean(),
  createdAt: isoTimestamp,
});
export type Complaint = z.output<typeof complaint>;

const caseDetail = z.strictObject({
  ...caseSummary.shape,
  /** The listing of the object; null without one. `state` as the listing pages say it. */
  book: z
    .strictObject({
      id: uuidSchema,
      title: z.string(),
      price: z.int(),
      image: z.string().nullable(),
      photos: z.array(z.string()).describe('Like the description empty once deleted'),
      description: z.string(),
      author: z.string(),
      isbn: z.string().nullable(),
      subject: z.string(),
      isHidden: z.boolean(),
      isDeleted: z.boolean(),
      createdAt: isoTimestamp,
    })
    .nullable(),
  /** The reported text of a message or review, alone; null without one. */
  text: z.string().nullable(),
  personFacts: z
    .strictObject({ createdAt: isoTimestamp, confirmedSales: z.int(), pausedUntil: isoTimestamp.nullable() })
    .nullable(),
  /** How many reserved trades the person may finish while paused. */
  reservedTrades: z.int(),
  complaints: z.array(complaint).describe('The newest 100, oldest first'),
  history: z.array(
    z.strictObject({
      kind: z.enum(caseEventKinds),
      by: member.nullable(),
      measureId: uuidSchema.nullable(),
      note: z.string(),
      at: isoTimestamp,
    }),
  ),
  measures: z.array(measure).describe('Of this case, newest first'),
  earlierMeasures: z.array(measure).describe('About the same person, newest first, at most 20'),
  /** What the reader may do now: the server decides again. */
  allowed: z.array(z.enum([...measureKinds, 'take', 'release', 'close', 'approve'])),
  hasSale: z.boolean().describe('Its reporter and the person have a sale: evidence can be read'),
});
export type CaseDetail = z.output<typeof caseDetail>;

export const measureInput = z
  .object({
    kind: z.enum(measureKinds),
    days: z.literal(pauseDays).optional().describe('Of a pause: required'),
    reason: z.enum(measureReasons),
    note: note.default('').describe("To the person; required if the reason is 'other'"),
    internalNote: note.default(''),
  })
  .refine(({ reason, note: words }) => reason !== 'other' || words !== '', {
    path: ['note'],
    error: issueMessage(textToken('moderation.field.note', { error: 'required', max: MAX_NOTE_LENGTH })),
  });
export type MeasureInput = z.output<typeof measureInput>;

/** A decision as the person reads it: the statement of reasons. */
const decision = z.strictObject({
  id: uuidSchema,
  kind: z.enum(measureKinds),
  reason: z.enum(measureReasons),
  note: z.string(),
  until: isoTimestamp.nullable().describe('Of a pause'),
  source: z.enum(measureSources),
  createdAt: isoTimestamp,
  canAppeal: z.boolean(),
  appeal: z
    .strictObject({
      text: z.string(),
      state: z.enum(appealStates),
      note: z.string(),
      isSameMember: z.boolean(),
      createdAt: isoTimestamp,
      decidedAt: isoTimestamp.nullable(),
    })
    .nullable(),
  title: z.string().nullable().describe('Of the listing'),
  bookId: uuidSchema.nullable(),
  state: z.enum(measureStates),
  endedAt: isoTimestamp.nullable(),
  liftNote: z.string(),
  reports: z.int().describe('How many reports led to it'),
  notices: z.int(),
  appealUntil: isoTimestamp,
  isNew: z.boolean().describe('Not opened yet, or its answer is not'),
  isBanned: z.boolean().describe('Of a deletion: its email cannot sign up again'),
});
export type Decision = z.output<typeof decision>;

const appealText = z.object({
  text: multilineText({ min: 1, max: MAX_APPEAL_LENGTH, field: textId('moderation.field.appeal') }),
});

const staffAppeal = z.strictObject({
  id: uuidSchema,
  caseId: uuidSchema,
  text: z.string(),
  state: z.enum(appealStates),
  measure,
  canDecide: z.boolean(),
  createdAt: isoTimestamp,
});
export type StaffAppeal = z.output<typeof staffAppeal>;

/** What the team reads of a sale whose seller or buyer reports the other. */
const evidence = z.strictObject({
  sale: z
    .strictObject({
      book: z.strictObject({ id: uuidSchema, title: z.string() }),
      sellerId: uuidSchema,
      buyerId: uuidSchema,
      outcome: z
        .enum(['code', 'buyer', 'denied'])
        .describe('Confirmed with the code of the handover, or by the buyer; or denied by the buyer'),
      at: isoTimestamp,
      /** The newest texts between them about the book, in order. */
      messages: z.array(
        z.strictObject({
          id: uuidSchema,
          senderId: uuidSchema,
          content: z.string(),
          createdAt: isoTimestamp,
        }),
      ),
    })
    .nullable(),
});
export type Evidence = z.infer<typeof evidence>;

const summary = z.strictObject({
  open: z.int().describe('Not closed, in review too'),
  inReview: z.int(),
  late: z.int().describe('Open for more than 48 hours'),
});

const closing = z.object({ note: note.default('') });

export const moderationEndpoints = defineEndpoints({
  'GET /api/staff/cases': {
    auth: 'moderator',
    summary: "Lists cases: 'open' are all that are not closed, oldest first; closed ones newest first",
    query: z.object({
      ...paginationQuery,
      state: z.enum(caseStates).default('open'),
      only: z.enum(['mine', 'appeals', 'first-listings']).optional(),
    }),
    response: z.array(caseSummary),
    paged: true,
  },
  'GET /api/staff/cases/summary': {
    auth: 'moderator',
    summary: 'Counts what is open',
    response: summary,
  },
  'GET /api/staff/cases/:id': {
    auth: 'moderator',
    summary: 'Returns a case with what came in about it, its history and its measures',
    params: byId,
    response: caseDetail,
  },
  'GET /api/staff/cases/:id/evidence': {
    auth: 'moderator',
    summary:
      'Returns the sale between a reporter of an open case and its person, with their messages; logged',
    params: byId,
    response: evidence,
  },
  'POST /api/staff/cases/:id/take': {
    auth: 'moderator',
    summary: 'Takes an open case; the others see it at once',
    params: byId,
    response: caseDetail,
  },
  'POST /api/staff/cases/:id/release': {
    auth: 'moderator',
    summary: 'Gives a case back',
    params: byId,
    response: caseDetail,
  },
  'POST /api/staff/cases/:id/close': {
    auth: 'moderator',
    summary: 'Closes a case without a measure',
    params: byId,
    body: closing,
    response: caseDetail,
  },
  'POST /api/staff/cases/:id/approve': {
    auth: 'moderator',
    summary: 'Approves a first listing: it and the others of its account are shown',
    params: byId,
    response: caseDetail,
  },
  'POST /api/staff/cases/:id/measures': {
    auth: 'moderator',
    summary: 'Takes a measure on the listing or the person, with a statement of reasons, and closes the case',
    params: byId,
    body: measureInput,
    response: measure,
    status: 201,
  },
  'POST /api/staff/measures/:id/lift': {
    auth: 'moderator',
    summary: 'Lifts a measure that can be undone',
    params: byId,
    body: closing,
    response: measure,
  },
  'GET /api/staff/appeals': {
    auth: 'moderator',
    summary: 'Lists appeals that wait, oldest first',
    query: z.object(paginationQuery),
    response: z.array(staffAppeal),
    paged: true,
  },
  'POST /api/staff/appeals/:id/decide': {
    auth: 'moderator',
    summary: 'Answers an appeal; a reversed decision lifts its measure, of a deletion only the ban',
    params: byId,
    body: closing.extend({ outcome: z.enum(appealOutcomes) }),
    response: staffAppeal,
  },
  'GET /api/decisions': {
    auth: 'user',
    summary: 'Lists the decisions about you of the last six months, newest first',
    query: z.object(paginationQuery),
    response: z.array(decision),
    paged: true,
  },
  'GET /api/decisions/summary': {
    auth: 'user',
    summary: 'Counts the decisions about you that you have not read, or whose answer you have not',
    response: z.strictObject({ new: z.int() }),
  },
  'GET /api/decisions/:id': {
    auth: 'user',
    summary: 'Returns a decision about you, and marks it as read',
    params: byId,
    response: decision,
  },
  'POST /api/decisions/:id/appeal': {
    auth: 'user',
    whilePaused: 'allowed',
    summary: 'Appeals a decision, once, within six months',
    params: byId,
    body: appealText,
    response: decision,
    status: 201,
  },
  'POST /api/appeals/read': {
    auth: 'public',
    summary: 'Returns the decision of a signed link: of a deleted account',
    body: z.object({ token: z.string().min(1).max(2_000) }),
    response: decision,
  },
  'POST /api/appeals': {
    auth: 'public',
    summary: 'Appeals the decision of a signed link, once',
    body: appealText.extend({ token: z.string().min(1).max(2_000) }),
    response: decision,
    status: 201,
  },
});
export type ModerationEndpoints = typeof moderationEndpoints;

export const moderationProblems = defineProblems({
  'case-not-found': { status: 404 },
  'measure-not-found': { status: 404 },
  'appeal-not-found': { status: 404 },
  'decision-not-found': { status: 404 },
  /** Another member has it in review. */
  'case-taken': { status: 409 },
  'case-closed': { status: 409 },
  /** Nobody judges their own case. */
  'own-case': { status: 409 },
  /** It cannot have this measure: hide a person, pause without days. */
  'invalid-measure': { status: 400 },
  /** Of staff: only administrators, and never of an administrator. */
  'cannot-measure-staff': { status: 409 },
  'cannot-lift-measure': { status: 409 },
  'decision-appealed': { status: 409 },
  'appeal-expired': { status: 409 },
  'appeal-decided': { status: 409 },
});
export const moderationProblem = createProblemFactory('moderation', moderationProblems);

declare module '#features/live/contract.ts' {
  interface ServerMessages {
    /** To the team: a case has changed, such as that another member has taken it. */
    'case-changed': { caseId: string };
  }
}
