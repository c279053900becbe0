import compress from '@fastify/compress';
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import { FastPath } from './fast-path.ts';
import { serializeError } from './serialize-error.ts';
import { commonProblem, HttpProblem, type ProblemDocument } from '#platform/shared/problem.ts';

export type Logger = FastifyInstance['log'];

export type HttpServerOptions = {
  logLevel: string;
  /** Where log lines go; standard output unless a test listens. */
  logStream?: NodeJS.WritableStream;
  /** Browsers are told never to come without TLS again. */
  overHttps?: boolean;
  /** Addresses or networks whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  /** Development: lets the page builder's middleware see a request first. */
  serverFactory?: (handler: (request: never, response: never) => void) => Server;
};

/** A Fastify that answers every error as a problem document and bounds every request in size and time. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options.overHttps ?? false);
  const kept = new FastPath(headers);
  const app = fastify({
    logger: {
      level: options.logLevel,
      serializers: { err: serializeError, error: serializeError },
      ...(options.logStream && { stream: options.logStream }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: 64 * 1024,
    handlerTimeout: 55_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply, commonProblem('invalid-request')),
    serverFactory: options.serverFactory ?? ((handler) => serverWith(kept, handler)),
  });
  app.decorate('keptAnswers', kept);
  app.addHook('preClose', (done) => {
    kept.close();
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
  app.setErrorHandler((error: FastifyError | HttpProblem, request, reply) => {
    const problem = error instanceof HttpProblem ? error : toProblem(error);
    logServerError(request, problem, error);
    return sendProblem(reply, problem);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, commonProblem('not-found')));
  return app;
}

function serverWith(kept: FastPath, framework: RequestListener): Server {
  // Long enough for ten megabytes over a slow phone; a call's small body and its work have less (`handlerTimeout`).
  const times = { requestTimeout: 200_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 };
  return createServer(times, (request, response) => {
    if (!kept.answer(request, response)) framework(request, response);
  });
}

const securityHeaders = (overHttps: boolean) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(overHttps && { 'strict-transport-security': 'max-age=31536000' }),
});

/** What was foreseen (a full queue, a part that is down) is one short line; the address without what is signed in it. */
function logServerError(request: FastifyRequest, problem: HttpProblem, error: Error): void {
  if (problem.status < 500) return;
  const url = request.url.split('?')[0];
  if (error instanceof HttpProblem) request.log.warn({ url, code: problem.code }, 'refused for now');
  else request.log.error({ err: error, url }, 'request failed');
}

/** The product does not start with a route that does not say who may call it. */
function assertRoutesDeclareAuth(app: FastifyInstance): void {
  const mounted: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void mounted.push(route));
  app.addHook('onReady', (done) => {
    const undeclared = mounted
      .filter(({ config }) => config?.auth === undefined)
      .map(({ method, url }) => `${String(method)} ${url}`);
    done(undeclared.length === 0 ? undefined : new Error(`Who may call ${undeclared.join(', ')}?`));
  });
}

export function problemDocument(problem: HttpProblem): ProblemDocument {
  return {
    type: 'about:blank',
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    ...(problem.errors && { errors: problem.errors }),
  };
}

export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  if (problem.retryAfter !== undefined)
    void reply.header('retry-after', String(Math.ceil(problem.retryAfter)));
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemDocument(problem)));
}

/** PostgreSQL's classes of "not now": connection trouble, out of resources, the operator stepping in, a time limit. */
const unavailableState = /^(08|53|57)/;
const brokenConnectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);
/** `pg` gives these errors no code. */
const brokenConnectionText = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

function toProblem(error: FastifyError & { code?: string }): HttpProblem {
  const cause = { cause: error };
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

/** Whether the cause is that a needed part does not answer just now. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof HttpProblem && error.status === 503) return true;
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && (unavailableState.test(code) || brokenConnectionCodes.has(code)))
      return true;
    if (brokenConnectionText.test(current.message)) return true;
  }
  return false;
}
