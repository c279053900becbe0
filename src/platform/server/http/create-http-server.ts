import compress from '@fastify/compress';
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { createBoundedServer, type ServerBounds } from './bounded-server.ts';
import { FastPath } from './fast-path.ts';
import { createHostCheck, type HostCheck } from './request-host.ts';
import { serializeError } from './serialize-error.ts';
import { commonProblem, HttpProblem, type ProblemDocument } from '#platform/shared/problem.ts';

export type Logger = FastifyInstance['log'];

declare module 'fastify' {
  interface FastifyInstance {
    checkHost: HostCheck;
  }
  interface FastifyReply {
    /** The code of the problem that is sent, or null. */
    problemCode: string | null;
  }
}

type HttpServerOptions = {
  logLevel: string;
  /** Where log lines go; standard output, except in tests. */
  logStream?: NodeJS.WritableStream;
  /** Sends HSTS: browsers use only TLS from now on, for subdomains as well if so configured. */
  strictTransport?: { subdomains: boolean } | null;
  /** The host names that are answered beside the machine's own; null for any name. */
  hostNames?: readonly string[] | null;
  /** Other bounds than those of production (tests). */
  bounds?: Partial<ServerBounds>;
  /** IP addresses or networks whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Development: Vite's middleware handles a request first. */
  serverFactory?: (handler: (request: never, response: never) => void) => Server;
};

/** A Fastify that returns every error as a problem document and limits every request in size and time. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options.strictTransport ?? null);
  const fastPath = new FastPath(headers);
  const { hostNames = [] } = options;
  const checkHost = createHostCheck({ anyName: hostNames === null, ownNames: hostNames ?? [] });
  const { trustedProxies, bounds } = options;
  const serve =
    options.serverFactory ??
    ((handler: RequestListener) => createBoundedServer(handler, { trustedProxies, ...bounds }));
  const app = fastify({
    logger: {
      level: options.logLevel,
      serializers: { err: serializeError, error: serializeError },
      ...(options.logStream && { stream: options.logStream }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: 64 * 1024,
    handlerTimeout: 55_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply, commonProblem('invalid-request')),
    serverFactory: (handler) => serve(respondEarly({ checkHost, fastPath, headers }, handler)),
  });
  // Fastify's own parser of text; JSON without its type is refused like any other type.
  app.removeContentTypeParser('text/plain');
  app.decorate('fastPath', fastPath);
  app.decorate('checkHost', checkHost);
  app.decorateReply('problemCode', null);
  app.addHook('preClose', (done) => {
    fastPath.close();
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
    const problem = error instanceof HttpProblem ? error : toProblem(error, request);
    logServerError(request, problem, error);
    return sendProblem(reply, problem);
  });
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, commonProblem('not-found')));
  return app;
}

type Early = { checkHost: HostCheck; fastPath: FastPath; headers: Record<string, string> };

/** Answers without the framework what needs none: requests for another host, and cached responses. */
function respondEarly({ checkHost, fastPath, headers }: Early, framework: RequestListener): RequestListener {
  return (request, response) => {
    const refusal = checkHost(request);
    if (refusal !== null) sendEarly(response, commonProblem(refusal), headers);
    else if (!fastPath.respond(request, response)) framework(request, response);
  };
}

function sendEarly(response: ServerResponse, problem: HttpProblem, headers: Record<string, string>): void {
  const own = { 'cache-control': 'no-store', 'content-type': PROBLEM_TYPE, connection: 'close' };
  response.writeHead(problem.status, { ...headers, ...own }).end(JSON.stringify(problemDocument(problem)));
}

const securityHeaders = (strictTransport: { subdomains: boolean } | null) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(strictTransport && {
    'strict-transport-security': `max-age=31536000${strictTransport.subdomains ? '; includeSubDomains' : ''}`,
  }),
});

/**
 * An expected failure (a full queue, an unreachable part) is one short log line. The URL is logged without
 * its signature.
 */
function logServerError(request: FastifyRequest, problem: HttpProblem, error: Error): void {
  if (problem.status < 500) return;
  const url = request.url.split('?')[0];
  if (error instanceof HttpProblem)
    request.log.warn({ url, code: problem.code }, 'request refused temporarily');
  else request.log.error({ err: error, url }, 'request failed');
}

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

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

function problemDocument(problem: HttpProblem): ProblemDocument {
  return {
    type: 'about:blank',
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    ...(problem.errors && { errors: problem.errors }),
  };
}

function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  reply.problemCode = problem.code;
  if (problem.retryAfter !== undefined)
    void reply.header('retry-after', String(Math.ceil(problem.retryAfter)));
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemDocument(problem)));
}

/**
 * PostgreSQL's error classes for temporary failures: connection, resources, operator intervention, timeouts.
 */
const UNAVAILABLE_SQLSTATE = /^(08|53|57)/;
const brokenConnectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);
/** `pg` gives these errors no code. */
const BROKEN_CONNECTION_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

function toProblem(error: FastifyError & { code?: string }, { raw }: FastifyRequest): HttpProblem {
  const cause = { cause: error };
  // The client has left before the end of its body: nobody reads the response.
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

/** Whether the cause is a required part that is temporarily unreachable. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof HttpProblem && error.status === 503) return true;
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && (UNAVAILABLE_SQLSTATE.test(code) || brokenConnectionCodes.has(code)))
      return true;
    if (BROKEN_CONNECTION_TEXT.test(current.message)) return true;
  }
  return false;
}
