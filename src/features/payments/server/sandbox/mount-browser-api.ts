import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StripeSandbox } from '#packages/stripe-sandbox/stripe-sandbox.ts';
import { toIpNetwork } from '#platform/server/http/ip-network.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

const BODY_LIMIT_BYTES = 16 * 1024;
const PREFIX = '/api/payment-sandbox';

/** Mounts the API that the sandbox offers to browsers. */
export async function mountBrowserApi(
  { http }: Pick<ServerContext, 'http'>,
  sandbox: Pick<StripeSandbox, 'handleBrowserRequest'>,
): Promise<void> {
  await http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, headers, body } = await sandbox.handleBrowserRequest({
        method: request.method,
        path: request.url.slice(PREFIX.length).split('?', 1)[0]!,
        body: request.method === 'GET' ? request.query : request.body,
        client: toIpNetwork(request.ip),
      });
      return reply.code(status).headers(headers).send(body);
    };
    const options = { config: { auth: 'public' as const }, bodyLimit: BODY_LIMIT_BYTES };
    const intent = `${PREFIX}/v1/payment_intents/:id`;
    scope.get(intent, options, handler);
    scope.post(`${intent}/confirm`, options, handler);
    scope.post(`${intent}/authenticate`, options, handler);
  });
}
