import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { users } from '#features/accounts/server/table.ts';
import { isUuid } from '#platform/shared/is-uuid.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { languageHeaders, languageOf } from '#platform/server/http/language/language-of.ts';
import { directionOf } from '#platform/shared/texts/languages.ts';
import { type PlainTextId, textId, textsIn, type Translate } from '#platform/shared/texts/t.ts';
import { changeSettings } from './notification-settings.ts';

type Context = Pick<ServerContext, 'database' | 'endpoints' | 'secrets' | 'http' | 'publicUrl'>;

/** It never changes: links in emails are old. */
const PURPOSE = 'unsubscribe from wanted books';

/** Valid as long as the user has this address. */
const signed = (userId: string, email: string) => `${userId} ${email.toLowerCase()}`;

/** The address behind a link or a button of an email program that ends the emails about wanted books. */
export const unsubscribeUrl = (
  { secrets, publicUrl }: Pick<Context, 'secrets' | 'publicUrl'>,
  { id, email }: { id: string; email: string },
): string => `${publicUrl}/unsubscribe/${id}/${secrets.sign(PURPOSE, signed(id, email))}`;

/** The last lines of each email that a setting ends. */
export const stopEmailsText = ({ publicUrl }: Pick<Context, 'publicUrl'>, text: Translate): string =>
  `${text('notifications.mail.stop')}
${publicUrl}/account-settings`;

type Params = { Params: { userId: string; signature: string } };

const URL_PATTERN = '/unsubscribe/:userId/:signature';

/**
 * One click ends the emails about wanted books without signing in (RFC 8058): the signature is the proof, so
 * neither a cookie nor the origin of the request matters. Opening the link changes nothing, because email
 * programs open links to check them.
 */
export function mountUnsubscribe(context: Context): void {
  const { database, endpoints } = context;
  void context.http.register(async (scope) => {
    // Email programs send a form of either kind. What it says does not matter.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4 * 1024 },
      (_request, _body, onParsed) => onParsed(null, null),
    );
    scope.get<Params>(URL_PATTERN, { config: { auth: 'public' } }, async (request, reply) => {
      const isValid = await endpoints.inTurn(null, request, () => isSigned(context, request.params));
      return sendDocument(request, reply.code(isValid ? 200 : 404), isValid ? question : invalid);
    });
    scope.post<Params>(URL_PATTERN, { config: { auth: 'public' } }, async (request, reply) => {
      const { params } = request;
      const isValid = await endpoints.inTurn(null, request, async () => {
        if (!(await isSigned(context, params))) return false;
        await changeSettings(database, { id: params.userId }, { mailWanted: 'off' });
        return true;
      });
      return sendDocument(request, reply.code(isValid ? 200 : 404), isValid ? ended : invalid);
    });
  });
}

async function isSigned(
  { database, secrets }: Pick<Context, 'database' | 'secrets'>,
  { userId, signature }: Params['Params'],
) {
  if (!isUuid(userId)) return false;
  const [user] = await database.orm.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user !== undefined && secrets.verify(PURPOSE, signed(userId, user.email), signature);
}

type Page = { title: PlainTextId; text: PlainTextId; toAction: (text: Translate) => string };

const toHomeLink = (text: Translate) => `<a href="/">${text('notifications.unsubscribe.home')}</a>`;

const question: Page = {
  title: textId('notifications.unsubscribe.question'),
  text: textId('notifications.unsubscribe.question-text'),
  toAction: (text) => `<form method="post"><button>${text('notifications.unsubscribe.stop')}</button></form>`,
};
const ended: Page = {
  title: textId('notifications.unsubscribe.ended'),
  text: textId('notifications.unsubscribe.ended-text'),
  toAction: toHomeLink,
};
const invalid: Page = {
  title: textId('notifications.unsubscribe.invalid'),
  text: textId('notifications.unsubscribe.invalid-text'),
  toAction: toHomeLink,
};

const STYLE = `body{margin:0;background:#faf7f0;color:#211d17;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:15vh auto 0;padding:0 1rem;text-align:center}
h1{font:600 1.5rem/1.25 ui-serif,Georgia,serif}
button,a{display:inline-block;padding:.75rem 1.25rem;border:0;border-radius:6px;background:#1f5a41;color:#fff;font:600 1rem system-ui,sans-serif;text-decoration:none}
:focus-visible{outline:3px solid #7fb69c;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#191713;color:#efe9dd}button,a{background:#8fcbaf;color:#10281d}}`;

/** Complete in itself: an email program may show it without scripts, cookies and further files. */
function sendDocument(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const language = languageOf(request);
  const text = textsIn(request.server.localeOf(language));
  const title = text(page.title);
  return reply.type('text/html; charset=utf-8').headers({
    ...languageHeaders(request),
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    'x-robots-tag': 'noindex',
  }).send(`<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${text(page.text)}</p><p>${page.toAction(text)}</p></main></body></html>`);
}
