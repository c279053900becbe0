import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { LANGUAGE_COOKIE } from '#platform/shared/texts/language-choice.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { languageOf } from './http/language/language-of.ts';

/** The client, authenticated or not. `ip` comes from the socket, or from a trusted proxy. */
export type Caller = {
  ip: string;
  userAgent: string;
  authorization: string | null;
  isAnonymous?: boolean;
  /** The language of the response. */
  language: Language;
};

export function toCaller(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    authorization: request.headers.authorization ?? null,
    isAnonymous: isAnonymous(request.headers),
    language: languageOf(request),
  };
}

/** The sender cannot have written anything: a user's requests have a token, or the session's cookie. */
export const isAnonymous = ({ authorization, cookie }: IncomingHttpHeaders): boolean =>
  authorization === undefined && (cookie === undefined || !mayHaveSession(cookie));

/** Cookies of visitors. Any other one may be, or go with, a session of some identity provider. */
const visitorCookies: ReadonlySet<string> = new Set([LANGUAGE_COOKIE]);

const mayHaveSession = (cookies: string): boolean =>
  cookies.split(';').some((pair) => {
    const name = pair.split('=', 1)[0]!.trim();
    return name !== '' && !visitorCookies.has(name);
  });
