import compress from '@fastify/compress';
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createBoundedServer, type ServerBounds } from './bounded-server.ts';
import { drainHttp } from './close-http.ts';
import { FastPath } from './fast-path.ts';
import { OpenRequests } from './open-requests.ts';
import { createChooseLanguage } from './language/choose-language.ts';
import { isUnavailable } from '../is-unavailable.ts';
import { MAX_PARAM_LENGTH } from './endpoints/endpoint-routes.ts';
import { createErrorLog } from './log-server-errors.ts';
import { createHostCheck, type HostCheck, type HostRefusal } from './request-host.ts';
import { createRequestIdReader, REQUEST_ID_HEADER, requestIdField, runWithRequestId } from './request-id.ts';
import { securityHeaders } from './headers/security-headers.ts';
import { sendProblem, sendProblemEarly } from './send-problem.ts';
import { serializeError } from './serialize-error.ts';
import { methodOf, routeHeadAsGet, ServedRequests, toRouteName } from './served-requests.ts';
import { commonProblem, HttpProblem } from '#platform/shared/problem.ts';
import { provideEnglish } from '#platform/shared/texts/english.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { defaultMarket } from '#platform/shared/market/default-market.ts';
import { createLocaleOf, type LocaleOf } from '../texts/create-locale-of.ts';
import type { OfferedLanguages } from '#platform/shared/texts/language-choice.ts';

export type Logger = FastifyInstance['log'];

declare module 'fastify' {
  interface FastifyInstance {
    checkHost: HostCheck;
    openRequests: OpenRequests;
    localeOf: LocaleOf;
  }
  interface FastifyRequest {
    signedInEmail: string | null;
  }
  interface FastifyReply {
    problemCode: string | null;
    /** The requested state was already reached. */
    hasChangedNothing: boolean;
  }
}

/** Calls `proceed` at once or when it is the request's turn, or responds itself. Not called for cached responses. */
export type Admit = (request: IncomingMessage, response: ServerResponse, proceed: () => void) => void;

/** Responds to a request for an unknown host with a page. Returns false if a problem document should be sent. */
export type SendUnknownHost = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) => boolean;

type HttpServerOptions = {
  logLevel: string;
  /** Additional fields of each log line. */
  logFields?: () => Record<string, string>;
  /** Where log lines go; standard output, except in tests. */
  logStream?: NodeJS.WritableStream;
  /** Sends HSTS: browsers use only TLS from now on, for subdomains as well if so configured. */
  strictTransport?: { subdomains: boolean } | null;
  hostNames?: readonly string[];
  /** Replaces the check by `hostNames`. */
  checkHost?: HostCheck;
  admit?: Admit | undefined;
  sendUnknownHost?: SendUnknownHost | undefined;
  /** The languages of responses; English without any. */
  languages?: OfferedLanguages;
  /** The locales of responses; those of a market in UTC without it. */
  localeOf?: LocaleOf;
  /** Other bounds than those of production (tests). */
  bounds?: Partial<ServerBounds>;
  /** IP addresses or networks whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Replaces the bounded server: Vite's middleware handles a request first, or the server never listens. */
  serverFactory?: (handler: (request: never, response: never) => void) => Server;
};

/** A Fastify that returns every error as a problem document and limits every request in size and time. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options.strictTransport ?? null);
  const servedRequests = new ServedRequests();
  const requestIdOf = createRequestIdReader(options.trustedProxies);
  const fastPath = new FastPath({ headers, requestIdOf, servedRequests });
  const checkHost = options.checkHost ?? createHostCheck(options.hostNames ?? []);
  const { trustedProxies, serverFactory = boundedServers(options) } = options;
  const openRequests = new OpenRequests();
  const { chooseLanguage, localeOf, toLocale } = openLanguages(options);
  const own = { checkHost, fastPath, openRequests, headers, requestIdOf, toLocale, servedRequests };
  const early: Early = { ...options, ...own };
  const app = fastify({
    logger: loggerOptions(options),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // The log itself adds the id to each line.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: 64 * 1024,
    handlerTimeout: 55_000,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    // Requests on open connections are still served while the server stops.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      servedRequests.reportEarly(request.raw, { requestId: request.id, status: 400 });
      void sendProblem(reply, commonProblem('invalid-request'));
    },
    serverFactory: (handler) => serverFactory(respondEarly(early, handler)),
  });
  identifyRequests(app, servedRequests);
  // Fastify's own parser of text; JSON without its type is refused like any other type.
  app.removeContentTypeParser('text/plain');
  app.decorate('fastPath', fastPath);
  app.decorate('checkHost', checkHost);
  app.decorate('chooseLanguage', chooseLanguage);
  app.decorate('localeOf', localeOf);
  app.decorate('openRequests', openRequests);
  decorateExchanges(app);
  app.addHook('preClose', (done) => {
    drainHttp(app);
    done();
  });
  await app.register(compress, { threshold: 1024, encodings: ['gzip'], globalDecompression: false });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) void reply.header(name, value);
    }
    done();
  });
  assertRoutesDeclareAuth(app);
  sendProblems(app);
  return app;
}

const boundedServers =
  ({ trustedProxies, bounds }: HttpServerOptions) =>
  (handler: RequestListener) =>
    createBoundedServer(handler, { trustedProxies, ...bounds });

function openLanguages({
  languages = ['en'],
  localeOf = createLocaleOf({ ...defaultMarket, languages }),
}: HttpServerOptions) {
  provideEnglish(() => localeOf('en'));
  const chooseLanguage = createChooseLanguage(languages);
  const toLocale = (request: IncomingMessage) => localeOf(chooseLanguage(request));
  return { chooseLanguage, localeOf, toLocale };
}

function sendProblems(app: FastifyInstance): void {
  const errorLog = createErrorLog(app);
  app.setErrorHandler((error: FastifyError | HttpProblem, request, reply) => {
    const problem = error instanceof HttpProblem ? error : toProblem(error, request);
    errorLog.add(request, problem, error);
    return sendProblem(reply, problem);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, commonProblem('not-found')));
}

type Early = {
  checkHost: HostCheck;
  fastPath: FastPath;
  openRequests: OpenRequests;
  headers: Record<string, string>;
  requestIdOf: (request: IncomingMessage) => string;
  toLocale: (request: IncomingMessage) => Locale;
  servedRequests: ServedRequests;
  admit?: Admit | undefined;
  sendUnknownHost?: SendUnknownHost | undefined;
};

/** Responds before Fastify to what does not need it: requests for another host, and cached responses. */
function respondEarly(
  { checkHost, fastPath, openRequests, admit, ...about }: Early,
  framework: RequestListener,
): RequestListener {
  return (request, response) => {
    // The client has disconnected.
    if (request.socket.remoteAddress === undefined) return void request.socket.destroy();
    const refusal = checkHost(request);
    if (refusal !== null) return refuseHost(request, response, { refusal, ...about });
    if (fastPath.respond(request, response)) return;
    routeHeadAsGet(request);
    openRequests.add(request, response);
    if (admit === undefined) return framework(request, response);
    admit(request, response, () => framework(request, response));
  };
}

function refuseHost(
  request: IncomingMessage,
  response: ServerResponse,
  {
    refusal,
    headers,
    requestIdOf,
    toLocale,
    servedRequests,
    sendUnknownHost,
  }: Pick<Early, 'headers' | 'requestIdOf' | 'toLocale' | 'servedRequests' | 'sendUnknownHost'> & {
    refusal: HostRefusal;
  },
): void {
  const requestId = requestIdOf(request);
  const problem = commonProblem(refusal);
  if (refusal !== 'unknown-host' || sendUnknownHost?.(request, response, requestId) !== true)
    sendProblemEarly(response, problem, { headers, requestId, locale: toLocale(request) });
  servedRequests.reportEarly(request, { requestId, status: problem.status });
}

const loggerOptions = ({ logLevel, logStream, logFields }: HttpServerOptions) => ({
  level: logLevel,
  serializers: { err: serializeError, error: serializeError },
  mixin: logFields === undefined ? requestIdField : () => ({ ...requestIdField(), ...logFields() }),
  ...(logStream && { stream: logStream }),
});

/** Returns each request's id, adds it to the log lines, and reports every response. */
function identifyRequests(app: FastifyInstance, servedRequests: ServedRequests): void {
  app.decorate('servedRequests', servedRequests);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    runWithRequestId(request.id, done);
  });
  // Reading the body leaves the asynchronous scope.
  app.addHook('preValidation', (request, _reply, done) => runWithRequestId(request.id, done));
  app.addHook('onResponse', (request, reply, done) => {
    servedRequests.report({
      requestId: request.id,
      method: methodOf(request),
      route: toRouteName(request),
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      isCached: false,
    });
    done();
  });
  if (!CHATTY_LEVELS.has(app.log.level)) return;
  servedRequests.add(({ durationMs, ...served }) =>
    app.log.info({ ...served, ms: Math.round(durationMs * 10) / 10 }, 'request'),
  );
}

const CHATTY_LEVELS = new Set(['info', 'debug', 'trace']);

/** The product does not start if a route has no access rule. */
function assertRoutesDeclareAuth(app: FastifyInstance): void {
  const mounted: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void mounted.push(route));
  app.addHook('onReady', (done) => {
    const undeclared = mounted
      .filter(({ config }) => config?.auth === undefined)
      .map(({ method, url }) => `${String(method)} ${url}`);
    done(
      undeclared.length === 0
        ? undefined
        : new Error(`Routes without an access rule: ${undeclared.join(', ')}`),
    );
  });
}

function toProblem(error: FastifyError & { code?: string }, { raw }: FastifyRequest): HttpProblem {
  const cause = { cause: error };
  // The client has disconnected before the end of its body.
  if (raw.readableAborted && !raw.complete) return commonProblem('invalid-request', cause);
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return commonProblem('malformed-json', cause);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return commonProblem('unsupported-media-type', cause);
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return commonProblem('body-too-large', cause);
    case 'FST_ERR_HANDLER_TIMEOUT':
      return commonProblem('service-unavailable', { ...cause, retryAfter: 5 });
  }
  if (isUnavailable(error)) return commonProblem('service-unavailable', { ...cause, retryAfter: 2 });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return commonProblem('invalid-request', cause);
  }
  return commonProblem('internal-error', cause);
}

function decorateExchanges(app: FastifyInstance): void {
  app.decorateRequest('signedInEmail', null);
  app.decorateRequest('foundEndpoint', null);
  app.decorateReply('problemCode', null);
  app.decorateReply('hasChangedNothing', false);
}
