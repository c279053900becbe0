import type { FastifyInstance } from 'fastify';
import { isUnavailable } from '#platform/server/is-unavailable.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { HttpProblem } from '#platform/shared/problem.ts';
import type { OperatorContext } from './operator-context.ts';
import { mountCreation } from './mount-creation.ts';
import { mountMarkets } from './mount-markets.ts';
import { mountSignIn } from './mount-sign-in.ts';
import { mountStateChanges } from './mount-state-changes.ts';
import { networkOf, open, redirectToStart, sendPage, tooMany } from './operator-visit.ts';
import { renderMessage } from './pages/plain-pages.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 8_192;
/** The limit of a network: each visit queries the directory's database, also without a session. */
const visits = { name: 'operator-visits', points: 300, durationMs: MINUTE_MS };

/** Mounts every route of the page. Without a directory there is nothing to sign in to. */
export function mountOperatorPages(http: FastifyInstance, context: OperatorContext): void {
  void http.register(async (pages) => {
    pages.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    limitVisits(pages, context);
    refuseForeignForms(pages, context);
    sendErrorsAsPages(pages);
    pages.get('/', open, (_request, reply) => redirectToStart(reply));
    mountSignIn(pages, context);
    mountMarkets(pages, context);
    mountStateChanges(pages, context);
    mountCreation(pages, context);
  });
}

function limitVisits(http: FastifyInstance, { limits }: OperatorContext): void {
  http.addHook('onRequest', async (request, reply) => {
    if (limits.tryConsume(visits, networkOf(request))) return;
    await sendPage(reply, tooMany('Try again in a minute.'), 429);
  });
}

/** Browsers name the page that a form was on. Other hosts of one parent domain are of the same site, so its cookie is no proof. */
function refuseForeignForms(http: FastifyInstance, { origin }: OperatorContext): void {
  http.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.headers.origin === origin) return;
    await sendPage(
      reply,
      renderMessage('Not from this page', 'This form was sent from another page. Nothing was changed.'),
      403,
    );
  });
}

function sendErrorsAsPages(http: FastifyInstance): void {
  http.all('/*', open, (_request, reply) =>
    sendPage(reply, renderMessage('Not found', 'There is no such page.'), 404),
  );
  http.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'the page of operators failed');
    if (status === 503) {
      void reply.header('retry-after', '5');
      return sendPage(
        reply,
        renderMessage(
          'Cannot answer now',
          'The directory of the markets does not answer. The markets go on as they are.',
        ),
        503,
      );
    }
    return sendPage(reply, renderMessage('That did not work', 'Nothing was changed.'), status);
  });
}

function statusOf(error: unknown): number {
  if (isUnavailable(error)) return 503;
  if (error instanceof HttpProblem) return error.status;
  const { statusCode = 500 } = error as { statusCode?: number };
  return statusCode >= 400 && statusCode < 500 ? statusCode : 500;
}
