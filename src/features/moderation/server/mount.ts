import { forwardTopic, type Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { moderationEndpoints, moderationProblem } from '../contract.ts';
import { caseChanged, type ComplaintSource } from './case-hooks.ts';
import { approveFirstListing } from './cases/approve-first-listing.ts';
import { countOpenCases, listCases } from './cases/list-cases.ts';
import { closeWithoutMeasure, releaseCase, takeCase } from './cases/move-case.ts';
import { readCase } from './cases/read-case.ts';
import { readEvidence } from './cases/read-evidence.ts';
import { selectOpenCases, sendStaffDigest } from './cases/send-digest.ts';
import type { ModerationActions, ModerationContext } from './moderation-context.ts';

type ModerationOptions = ModerationActions & {
  live: Live;
  /** Reports and notices. */
  sources: readonly ComplaintSource[];
  /** Of the campus, whose morning is the time of the digest. */
  timeZone: string;
};

/** Mounts the endpoints of cases, measures, decisions and appeals, and the digest of the team. */
export async function mountModeration(
  { endpoints, ...services }: ServerContext,
  { live, timeZone, ...options }: ModerationOptions,
): Promise<void> {
  const context: ModerationContext = { ...services, ...options };
  const { database, clock, jobs } = context;
  live.register({
    topics: [
      forwardTopic(caseChanged, ({ caseId }) => [
        { to: { role: 'moderator' }, message: { type: 'case-changed', caseId } },
      ]),
    ],
  });
  await jobs.schedule('send-staff-digest', '5 * * * *', () => sendStaffDigest({ ...context, timeZone }), {
    due: selectOpenCases,
  });
  const missing = () => {
    throw moderationProblem('decision-not-found');
  };
  endpoints.mount(moderationEndpoints, {
    'GET /api/staff/cases': ({ actor, query }) => listCases(context, actor.id, query),
    'GET /api/staff/cases/summary': () => countOpenCases(database.orm, clock.now()),
    'GET /api/staff/cases/:id': ({ actor, params }) => readCase(context, actor, params.id),
    'GET /api/staff/cases/:id/evidence': ({ actor, params }) => readEvidence(context, actor.id, params.id),
    'POST /api/staff/cases/:id/take': async ({ actor, params }) => {
      await takeCase(context, actor.id, params.id);
      return readCase(context, actor, params.id);
    },
    'POST /api/staff/cases/:id/release': async ({ actor, params }) => {
      await releaseCase(context, actor, params.id);
      return readCase(context, actor, params.id);
    },
    'POST /api/staff/cases/:id/close': async ({ actor, params, body }) => {
      await closeWithoutMeasure(context, actor.id, { caseId: params.id, note: body.note });
      return readCase(context, actor, params.id);
    },
    'POST /api/staff/cases/:id/approve': async ({ actor, params }) => {
      await approveFirstListing(context, actor.id, params.id);
      return readCase(context, actor, params.id);
    },
    'POST /api/staff/cases/:id/measures': missing,
    'POST /api/staff/measures/:id/lift': missing,
    'GET /api/staff/appeals': missing,
    'POST /api/staff/appeals/:id/decide': missing,
    'GET /api/decisions': missing,
    'GET /api/decisions/summary': () => ({ new: 0 }),
    'GET /api/decisions/:id': missing,
    'POST /api/decisions/:id/appeal': missing,
    'POST /api/appeals/read': missing,
    'POST /api/appeals': missing,
  });
}
