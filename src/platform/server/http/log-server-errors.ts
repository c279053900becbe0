import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HttpProblem } from '#platform/shared/problem.ts';
import { createRefusalLog } from '../refusal-log.ts';
import { methodOf, toRouteName } from './served-requests.ts';

const SERVICE_UNAVAILABLE = 503;

type About = { requestId: string; method: string; route: string };

/** Logs responses with 5xx. The URL may contain what a user has typed, so a line names the route. */
export function createErrorLog(app: FastifyInstance) {
  const { log } = app;
  const refusals = createRefusalLog<About>((refusal, requests) =>
    log.warn({ ...refusal, requests }, 'request refused temporarily'),
  );
  app.addHook('onClose', async () => refusals.stop());
  return {
    add(request: FastifyRequest, problem: HttpProblem, error: Error): void {
      if (problem.status < 500) return;
      const about = { requestId: request.id, method: methodOf(request), route: toRouteName(request) };
      // A problem of ours is expected, and a part that is lost says the same to each request.
      if (error !== problem && problem.status !== SERVICE_UNAVAILABLE)
        return log.error({ err: error, ...about }, 'request failed');
      refusals.add(problem, about);
    },
  };
}
