import type { FastifyRequest } from 'fastify';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { ChooseLanguage } from './choose-language.ts';

declare module 'fastify' {
  interface FastifyInstance {
    chooseLanguage: ChooseLanguage;
  }
}

type RequestWithServer = Pick<FastifyRequest, 'server' | 'url' | 'headers'>;

/** The language in which this request is answered. */
export const languageOf = ({ server, url, headers }: RequestWithServer): Language =>
  server.chooseLanguage({ url, headers });

/** The headers of a response with texts. `Vary` is shorter in a market with one language, where nothing is chosen. */
export const languageHeaders = (
  request: RequestWithServer,
): { 'content-language': string; vary: string } => ({
  'content-language': languageOf(request),
  vary:
    request.server.chooseLanguage.offered.length === 1
      ? 'accept-encoding'
      : 'accept-encoding, accept-language, cookie',
});
