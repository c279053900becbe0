import type { IncomingMessage, ServerResponse } from 'node:http';
import { createChooseLanguage } from '#platform/server/http/language/choose-language.ts';
import { createRequestIdReader, REQUEST_ID_HEADER } from '#platform/server/http/request-id.ts';
import { securityHeaders } from '#platform/server/http/headers/security-headers.ts';
import { sendProblemEarly } from '#platform/server/http/send-problem.ts';
import { type MarketEntry, toHostName } from '#platform/server/markets/market-directory.ts';
import { createLocaleOf, type LocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { defaultMarket } from '#platform/shared/market/default-market.ts';
import { commonProblem, type HttpProblem } from '#platform/shared/problem.ts';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import type { Config } from '../config.ts';
import { cspHeaders, noThirdParties } from '../content-security-policy.ts';
import { noticeDocument, unavailableDocument } from '../html-document.ts';
import type { PageSource } from '../page-source.ts';

type NoticeOptions = {
  pages: PageSource | undefined;
  trustedProxies: readonly string[];
  strictTransport: { subdomains: boolean } | null;
  /** Throws if the entry's settings are not valid. */
  configOf: (entry: MarketEntry) => Config;
};

type ClosedState = Exclude<MarketEntry['state'], 'active'>;

/** What is sent for no market: it is closed, or cannot answer now, or there is none. */
export type Notices = ReturnType<typeof createNotices>;

/** The texts of a market: its languages, and its name for readers. */
type Voice = { campus: string; localeOf: LocaleOf; toLocale: (request: IncomingMessage) => Locale };

type Renderer = Awaited<ReturnType<PageSource['renderer']>>;
type PageDocument = (renderer: Renderer, css: string) => string;

type Answer = {
  problem: HttpProblem;
  locale: Locale;
  /** Null: the reader is no browser that shows a page. */
  document: PageDocument | null;
  requestId?: string;
};

const NO_PAGE = /^\/(api|ws|objects|assets)(\/|\?|$)/i;
const isPage = ({ method, url = '' }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && !NO_PAGE.test(url);
const prefersPage = (request: IncomingMessage) =>
  isPage(request) && request.headers.accept?.includes('text/html') === true;

const RETRY_MOVING_SECONDS = 2;
const MINUTE_SECONDS = 60;

export function createNotices({ configOf, ...options }: NoticeOptions) {
  const voices = new WeakMap<MarketEntry, Voice>();
  const voiceOf = (entry: MarketEntry): Voice => {
    const voice = voices.get(entry) ?? createVoice(entry, configOf);
    voices.set(entry, voice);
    return voice;
  };
  const anyVoice = voiceIn({ ...defaultMarket, languages: LANGUAGES }, '');
  const send = createSender(options);
  return {
    /** For a market in this state. */
    closed(request: IncomingMessage, response: ServerResponse, entry: MarketEntry): Promise<void> {
      const state = entry.state as ClosedState;
      const { campus, toLocale } = voiceOf(entry);
      const locale = toLocale(request);
      const title = textsIn(locale)(`app.market.${state}-title`, { campus });
      const document: PageDocument = (renderer, css) =>
        noticeDocument(renderer.marketNotice(locale, { state, campus, reason: entry.reason }), css, {
          locale,
          title,
          ...(state === 'moving' && { reloadSeconds: RETRY_MOVING_SECONDS }),
        });
      const problem = problemOf(state, campus);
      return send(request, response, { problem, locale, document: isPage(request) ? document : null });
    },

    /** For a market that cannot answer now. */
    unavailable(
      request: IncomingMessage,
      response: ServerResponse,
      { entry, retryAfter }: { entry: MarketEntry; retryAfter: number },
    ): Promise<void> {
      const locale = voiceOf(entry).toLocale(request);
      const document: PageDocument = (renderer, css) =>
        unavailableDocument(renderer.unavailable(locale), css, locale);
      const problem = commonProblem('service-unavailable', { retryAfter });
      return send(request, response, { problem, locale, document: isPage(request) ? document : null });
    },

    /** For an address that has asked too often; seconds. */
    tooMany(request: IncomingMessage, response: ServerResponse, retryAfter: number): Promise<void> {
      const problem = commonProblem('too-many-requests', { retryAfter });
      return send(request, response, { problem, locale: anyVoice.toLocale(request), document: null });
    },

    /** False: the reader asks for no page. */
    unknownHost: (request: IncomingMessage, response: ServerResponse, requestId: string): boolean => {
      if (options.pages === undefined || !prefersPage(request)) return false;
      const locale = anyVoice.toLocale(request);
      const host = toHostName(request.headers.host ?? '');
      const title = textsIn(locale)('app.unknown-host.title');
      const document: PageDocument = (renderer, css) =>
        noticeDocument(renderer.unknownHostNotice(locale, host), css, { locale, title });
      void send(request, response, { problem: commonProblem('unknown-host'), locale, document, requestId });
      return true;
    },
  };
}

/** Sends a document to a reader, and a problem to a program or when nothing can be rendered. */
function createSender({ pages, trustedProxies, strictTransport }: Omit<NoticeOptions, 'configOf'>) {
  const headers = securityHeaders(strictTransport);
  const requestIdOf = createRequestIdReader(trustedProxies);
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { problem, locale, document, requestId = requestIdOf(request) }: Answer,
  ): Promise<void> => {
    const css = pages?.css ?? '';
    const renderer = document === null ? undefined : await pages?.renderer().catch(() => undefined);
    if (document === null || renderer === undefined)
      return sendProblemEarly(response, problem, { headers, requestId, locale });
    const html = document(renderer, css);
    response.writeHead(problem.status, {
      ...headers,
      ...cspHeaders('ordinary', noThirdParties, css),
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale.language,
      'content-length': Buffer.byteLength(html),
      [REQUEST_ID_HEADER]: requestId,
      ...(problem.retryAfter !== undefined && { 'retry-after': String(problem.retryAfter) }),
      connection: 'close',
    });
    response.end(html);
  };
}

function problemOf(state: ClosedState, campus: string): HttpProblem {
  const args = { campus };
  switch (state) {
    case 'creating':
      return commonProblem('market-creating', { args, retryAfter: MINUTE_SECONDS });
    case 'paused':
      return commonProblem('market-paused', { args, retryAfter: MINUTE_SECONDS });
    case 'moving':
      return commonProblem('market-moving', { args, retryAfter: RETRY_MOVING_SECONDS });
    case 'deleting':
      return commonProblem('market-closed', { args });
  }
}

/** Settings that are not valid close no market: its name and the default languages stay. */
function createVoice(entry: MarketEntry, configOf: (entry: MarketEntry) => Config): Voice {
  try {
    const { market, campusName } = configOf(entry);
    return voiceIn(market, campusName ?? entry.name);
  } catch {
    return voiceIn(defaultMarket, entry.name);
  }
}

function voiceIn(market: Config['market'], campus: string): Voice {
  const localeOf = createLocaleOf(market);
  const chooseLanguage = createChooseLanguage(market.languages);
  return { campus, localeOf, toLocale: (request) => localeOf(chooseLanguage(request)) };
}
