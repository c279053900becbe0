import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { paginationQuery, uuidSchema } from '#platform/shared/text-schemas.ts';
import { caseCounts, caseDetail, caseSummary, evidence } from './case-schemas.ts';
import { appealText, decision } from './decision-schemas.ts';
import { measureInput, note, staffAppeal, staffMeasure } from './measure-schemas.ts';
import { appealOutcomes, caseStates, measureReasons } from './rules.ts';

const byId = z.object({ id: uuidSchema });

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
    response: caseCounts,
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
    response: staffMeasure,
    status: 201,
  },
  'POST /api/staff/measures/:id/lift': {
    auth: 'moderator',
    summary: 'Lifts a measure that can be undone',
    params: byId,
    body: closing,
    response: staffMeasure,
  },
  'DELETE /api/admin/reviews/:id': {
    auth: 'moderator',
    summary: 'Removes a public review and warns its author with a statement: they cannot write it again',
    params: byId,
    query: z.object({
      reason: z.enum(measureReasons).default('other'),
      note: note.default('').describe("To the author; required if the reason is 'other'"),
      internalNote: note.default('').describe('Required instead of it if the author has left'),
    }),
    response: z.strictObject({ removed: z.literal(true) }),
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
  /** A first listing waits: closing would leave it so. */
  'first-listing-waiting': { status: 409 },
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
  /** An appeal of the case waits: its answer comes first. */
  'appeal-waiting': { status: 409 },
});
export const moderationProblem = createProblemFactory('moderation', moderationProblems);

declare module '#features/live/contract.ts' {
  interface ServerMessages {
    /** To the team: a case has changed, such as that another member has taken it. */
    'case-changed': { caseId: string };
  }
}
