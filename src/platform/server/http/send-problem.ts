import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { HttpProblem, ProblemDocument } from '#platform/shared/problem.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const toProblemDocument = (problem: HttpProblem, requestId: string): ProblemDocument => ({
  type: 'about:blank',
  title: STATUS_CODES[problem.status] ?? 'Error',
  status: problem.status,
  code: problem.code,
  detail: problem.message,
  requestId,
  ...(problem.errors && { errors: problem.errors }),
});

export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  reply.problemCode = problem.code;
  if (problem.retryAfter !== undefined)
    void reply.header('retry-after', String(Math.ceil(problem.retryAfter)));
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header(REQUEST_ID_HEADER, reply.request.id)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(toProblemDocument(problem, reply.request.id)));
}

export function sendProblemEarly(
  response: ServerResponse,
  problem: HttpProblem,
  { headers, requestId }: { headers: Record<string, string>; requestId: string },
): void {
  const own = {
    'cache-control': 'no-store',
    'content-type': PROBLEM_TYPE,
    connection: 'close',
    [REQUEST_ID_HEADER]: requestId,
  };
  response
    .writeHead(problem.status, { ...headers, ...own })
    .end(JSON.stringify(toProblemDocument(problem, requestId)));
}
