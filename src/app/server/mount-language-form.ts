import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { languageCookie, LANGUAGE_PARAM } from '#platform/shared/texts/language-choice.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 4_096;

/** The form that chooses a language without a script, on pages of visitors. */
export function mountLanguageForm({ http, market, publicUrl }: ServerContext): void {
  const secure = publicUrl.startsWith('https:');
  void http.register(async (form) => {
    form.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    form.post('/language', { config: { auth: 'public' } }, (request, reply) => {
      if (!isFromOurPages(request, publicUrl)) throw commonProblem('invalid-request');
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const wanted = fields.get('language') ?? '';
      const language = market.languages.find((each) => each === wanted) ?? null;
      if (language === null && wanted !== '') throw commonProblem('invalid-request');
      return reply
        .header('set-cookie', languageCookie(language, { secure }))
        .header('cache-control', 'no-store')
        .redirect(toOwnPath(fields.get('page') ?? ''), 303);
    });
  });
}

/** Another site must not choose for the visitor. Browsers send one of these headers with each form. */
function isFromOurPages({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin === undefined || origin === publicUrl || origin === `http://${host}`;
}

const OWN_ORIGIN = 'http://page.invalid';

/** The page of the form, without the language in its URL; Home for everything that is not a path of ours. */
function toOwnPath(page: string): string {
  if (!page.startsWith('/') || !URL.canParse(page, OWN_ORIGIN)) return '/';
  const { origin, pathname, searchParams } = new URL(page, OWN_ORIGIN);
  // A second slash would begin a host.
  if (origin !== OWN_ORIGIN || pathname.startsWith('//')) return '/';
  searchParams.delete(LANGUAGE_PARAM);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}
