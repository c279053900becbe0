import type { FastifyReply } from 'fastify';

export type StaleResponse = { headers: Record<string, string>; body: string; ageSeconds: number };

/** Says in headers how old it is, and that no cache may keep it. */
export function sendStaleResponse(
  reply: FastifyReply,
  { headers, body, ageSeconds }: StaleResponse,
): FastifyReply {
  const { etag: _, ...others } = headers;
  return reply
    .code(200)
    .headers({
      ...others,
      'cache-control': 'no-store',
      age: String(ageSeconds),
      warning: '110 - "Response is Stale"',
    })
    .send(body);
}
