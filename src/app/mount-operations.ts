import { collectDefaultMetrics, Registry } from 'prom-client';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';

/** What keeps an eye on the process: is it alive, can it serve, how is it doing. */
export function mountOperations(context: ServerContext, { metricsToken }: { metricsToken: string | undefined }): void {
  const { http, database, events } = context;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const open = { config: { auth: 'public' as const } };

  http.get('/healthz', open, () => ({ status: 'ok' }));

  http.get('/readyz', open, async () => {
    try {
      await Promise.all([database.ping(), events.ping()]);
    } catch (error) {
      throw commonProblem('service-unavailable', { retryAfter: 2, cause: error });
    }
    return { status: 'ready' };
  });

  http.get('/metrics', open, async (request, reply) => {
    if (!mayRead(request, metricsToken)) throw commonProblem('not-found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** From this machine, or with the configured token. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return request.headers.authorization === `Bearer ${token}`;
  return /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
}
