import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { OperatorConnection, OperatorContext } from './operator-context.ts';
import {
  fieldsOf,
  networkOf,
  open,
  redirectToStart,
  sendPage,
  tooMany,
  withDirectory,
} from './operator-visit.ts';
import { createLink, createSession, endSession, useLink } from './operator-database.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './operator-session.ts';
import { renderConfirmSignIn, renderMessage, renderSignIn } from './pages/plain-pages.ts';

const linksOfNetwork = { name: 'operator-links', points: 5, durationMs: 15 * MINUTE_MS };
const linksOfEmail = { name: 'operator-links-of-email', points: 3, durationMs: 15 * MINUTE_MS };
const attempts = { name: 'operator-sign-ins', points: 20, durationMs: 15 * MINUTE_MS };

export function mountSignIn(http: FastifyInstance, context: OperatorContext): void {
  const { clock, config, limits, origin } = context;
  const isAllowed = (limit: typeof attempts, request: FastifyRequest) =>
    limits.tryConsume(limit, networkOf(request));
  const tooManyAttempts = tooMany('Try again in a quarter of an hour.');

  http.post(
    '/operator/link',
    open,
    withDirectory(context, async ({ request, reply, connection }) => {
      if (!isAllowed(linksOfNetwork, request)) return sendPage(reply, tooManyAttempts, 429);
      const email = (fieldsOf(request).get('email') ?? '').trim().toLowerCase();
      // After the answer, which is the same for every address, and as fast.
      setImmediate(
        () =>
          void sendLinkTo(email, connection, context).catch((error: unknown) =>
            http.log.error({ err: error }, 'a link for an operator could not be sent'),
          ),
      );
      return sendPage(reply, renderSignIn(true));
    }),
  );

  http.get('/operator/sign-in', open, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    return typeof token === 'string' && /^[\w-]{20,100}$/.test(token)
      ? sendPage(reply, renderConfirmSignIn(token))
      : redirectToStart(reply);
  });

  http.post(
    '/operator/sign-in',
    open,
    withDirectory(context, async ({ request, reply, connection: { control } }) => {
      if (!isAllowed(attempts, request)) return sendPage(reply, tooManyAttempts, 429);
      const email = await useLink(control, fieldsOf(request).get('token') ?? '', clock.now());
      if (email === null || !config.operatorEmails.includes(email))
        return sendPage(
          reply,
          renderMessage('This link does not work', 'It was used, or is older than 15 minutes.'),
          403,
        );
      setSessionCookie(reply, origin, await createSession(control, email, clock.now()));
      http.log.warn({ operator: email }, 'an operator has signed in');
      return redirectToStart(reply);
    }),
  );

  http.post(
    '/operator/sign-out',
    open,
    withDirectory(context, async ({ request, reply, connection: { control } }) => {
      const secret = readSessionCookie(request, origin);
      if (secret !== null) await endSession(control, secret);
      clearSessionCookie(reply, origin);
      return redirectToStart(reply);
    }),
  );
}

async function sendLinkTo(
  email: string,
  { control }: OperatorConnection,
  { config, limits, clock, sendLink }: OperatorContext,
): Promise<void> {
  if (!config.operatorEmails.includes(email) || !limits.tryConsume(linksOfEmail, email)) return;
  await sendLink(email, await createLink(control, email, clock.now()));
}
