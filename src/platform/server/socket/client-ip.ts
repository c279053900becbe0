import { type IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * From where an upgrade comes, as every other request says it: from the socket, or from a proxy that is trusted. An upgrade
 * passes the routes by, so that it is led to one of its own here, which takes the address and answers nothing. To be called before
 * the server listens.
 */
export function createClientIpReader(
  http: FastifyInstance,
  path: string,
): (request: IncomingMessage) => string {
  const asked = new WeakSet<IncomingMessage>();
  const addresses = new WeakMap<IncomingMessage, string>();
  http.route({
    method: 'GET',
    url: path,
    exposeHeadRoute: false,
    config: { auth: 'public' },
    onRequest: (request, reply, done) => {
      if (!asked.has(request.raw)) return done();
      addresses.set(request.raw, request.ip);
      reply.hijack();
    },
    // Whoever comes without an upgrade finds nothing.
    handler: (_request, reply) => reply.callNotFound(),
  });
  return (request) => {
    asked.add(request);
    http.routing(request, new ServerResponse(request));
    return addresses.get(request) ?? request.socket.remoteAddress ?? '';
  };
}
