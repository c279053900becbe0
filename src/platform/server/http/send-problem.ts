import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { languageOf } from './language/language-of.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { word } from '#platform/shared/texts/word.ts';
import type { HttpProblem, ProblemDocument } from '#platform/shared/problem.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The document in the language of the request. */
const toProblemDocument = (
  { status, code, text, errors }: HttpProblem,
  { locale, requestId }: { locale: Locale; requestId: string },
): ProblemDocument => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? 'Error',
  status,
  code,
  ...(text.args && { args: text.args }),
  detail: word(text, locale),
  requestId,
  ...(errors && {
    errors: errors.map(({ path, text: { id, args } }) => ({
      path,
      code: id,
      ...(args && { args }),
      message: word({ id, ...(args && { args }) }, locale),
    })),
  }),
});

export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  reply.problemCode = problem.code;
  if (problem.retryAfter !== undefined)
    void reply.header('retry-after', String(Math.ceil(problem.retryAfter)));
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  const { request } = reply;
  const locale = request.server.localeOf(languageOf(request));
  return reply
    .code(problem.status)
    .header('content-language', locale.language)
    .header('cache-control', 'no-store')
    .header(REQUEST_ID_HEADER, request.id)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(toProblemDocument(problem, { locale, requestId: request.id })));
}

export function sendProblemEarly(
  response: ServerResponse,
  problem: HttpProblem,
  { headers, ...about }: { headers: Record<string, string>; locale: Locale; requestId: string },
): void {
  const own = {
    'cache-control': 'no-store',
    'content-type': PROBLEM_TYPE,
    connection: 'close',
    'content-language': about.locale.language,
    ...(problem.retryAfter !== undefined && { 'retry-after': String(Math.ceil(problem.retryAfter)) }),
    [REQUEST_ID_HEADER]: about.requestId,
  };
  response
    .writeHead(problem.status, { ...headers, ...own })
    .end(JSON.stringify(toProblemDocument(problem, about)));
}
