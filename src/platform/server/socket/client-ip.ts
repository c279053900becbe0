import { type IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * The IP address of an upgrade, as of every other request: upgrades bypass the routes, so an internal route
 * here records the address and sends no response. Call it before the server listens.
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
    config: { auth: 'public', limit: 'handler-enforced' },
    onRequest: (request, reply, done) => {
      if (!asked.has(request.raw)) return done();
      addresses.set(request.raw, request.ip);
      reply.hijack();
    },
    // A request without an upgrade gets 404.
    handler: (_request, reply) => reply.callNotFound(),
  });
  return (request) => {
    asked.add(request);
    http.routing(request, new ServerResponse(request));
    return addresses.get(request) ?? request.socket.remoteAddress ?? '';
  };
}
