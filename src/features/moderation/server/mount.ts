import { forwardTopic, type Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { moderationEndpoints } from '../contract.ts';
import { caseChanged, type ComplaintSource } from './case-hooks.ts';
import { approveFirstListing } from './cases/approve-first-listing.ts';
import { countOpenCases, listCases } from './cases/list-cases.ts';
import { closeWithoutMeasure, releaseCase, takeCase } from './cases/move-case.ts';
import { readCase } from './cases/read-case.ts';
import { readEvidence } from './cases/read-evidence.ts';
import { selectOpenCases, sendStaffDigest } from './cases/send-staff-digest.ts';
import type { ModerationActions, ModerationContext } from './moderation-context.ts';
import {
  createDecisionHandlers,
  createModeration,
  type Moderation,
  scheduleEnds,
} from './mount-decisions.ts';

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
): Promise<Moderation> {
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
  await scheduleEnds(context);
  endpoints.mount(moderationEndpoints, {
    'GET /api/staff/cases': ({ actor, query }) => listCases(context, actor.id, query),
    'GET /api/staff/cases/summary': () => countOpenCases(database.orm, clock.now()),
    'GET /api/staff/cases/:id': ({ actor, params }) => readCase(context, actor, params.id),
    'GET /api/staff/cases/:id/evidence': ({ actor, params }) => readEvidence(context, actor.id, params.id),
    'POST /api/staff/cases/:id/take': async ({ actor, params }) => {
      await takeCase(context, actor, params.id);
      return readCase(context, actor, params.id);
    },
    'POST /api/staff/cases/:id/release': async ({ actor, params }) => {
      await releaseCase(context, actor, params.id);
      return readCase(context, actor, params.id);
    },
    'POST /api/staff/cases/:id/close': async ({ actor, params, body }) => {
      await closeWithoutMeasure(context, actor, { caseId: params.id, note: body.note });
      return readCase(context, actor, params.id);
    },
    'POST /api/staff/cases/:id/approve': async ({ actor, params }) => {
      await approveFirstListing(context, actor, params.id);
      return readCase(context, actor, params.id);
    },
    ...createDecisionHandlers(context),
  });
  return createModeration(context);
}
