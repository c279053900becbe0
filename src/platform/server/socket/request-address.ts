import { type IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * From where an upgrade comes, as every other request says it: from the socket, or from a proxy that is trusted. An upgrade
 * passes the routes by, so that it is led to one of its own here, which takes the address and answers nothing. To be called before
 * the server listens.
 */
export function createAddressReader(
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

/** What counts as one sender: an IPv4 address, or an IPv6 network of 64 bits, which is what one line is given. */
export function senderOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const end = tail === '' ? [] : tail.split(':');
    while (groups.length + end.length < 8) groups.push('0');
    groups.push(...end);
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
