import type { ServerContext } from '#platform/server/server-context.ts';
import { moderationEndpoints, moderationProblem } from '../contract.ts';
import type { ComplaintSource } from './case-hooks.ts';
import type { ModerationActions, ModerationContext } from './moderation-context.ts';
import {
  createDecisionHandlers,
  createModeration,
  type Moderation,
  scheduleEnds,
} from './mount-decisions.ts';

type ModerationOptions = ModerationActions & {
  /** Reports and notices. */
  sources: readonly ComplaintSource[];
};

/** Mounts the endpoints of cases, measures, decisions and appeals. */
export async function mountModeration(
  { endpoints, ...services }: ServerContext,
  options: ModerationOptions,
): Promise<Moderation> {
  const context: ModerationContext = { ...services, ...options };
  await scheduleEnds(context);
  const missing = () => {
    throw moderationProblem('case-not-found');
  };
  endpoints.mount(moderationEndpoints, {
    'GET /api/staff/cases': missing,
    'GET /api/staff/cases/summary': missing,
    'GET /api/staff/cases/:id': missing,
    'POST /api/staff/cases/:id/take': missing,
    'POST /api/staff/cases/:id/release': missing,
    'POST /api/staff/cases/:id/close': missing,
    'POST /api/staff/cases/:id/approve': missing,
    ...createDecisionHandlers(context),
  });
  return createModeration(context);
}
