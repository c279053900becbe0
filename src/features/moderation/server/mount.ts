import { followTopic, type Live } from '#features/live/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { moderationEndpoints, moderationProblem } from '../contract.ts';
import type { ComplaintSource } from './case-hooks.ts';
import type { ModerationActions, ModerationContext } from './moderation-context.ts';

type ModerationOptions = ModerationActions & {
  live: Live;
  /** Reports and notices. */
  sources: readonly ComplaintSource[];
};

/** Mounts the endpoints of cases, measures, decisions and appeals. */
export async function mountModeration(
  { endpoints, ...services }: ServerContext,
  { live, ...options }: ModerationOptions,
): Promise<void> {
  const context: ModerationContext = { ...services, ...options };
  const missing = () => {
    throw moderationProblem('measure-not-found');
  };
  endpoints.mount(moderationEndpoints, {
    'GET /api/staff/cases': missing,
    'POST /api/staff/cases/:id/measures': missing,
  });
}
