import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { methodOf, type ServedRequest, toRouteName } from '../http/served-requests.ts';
import { MONITORING_PATHS } from '../http/request-host.ts';
import { createProxyCheck } from '../http/trusted-proxies.ts';
import { marketAttributes, type TraceScope, withMarket } from './trace-scope.ts';

/** The `traceparent` header of the W3C, version 00. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export type TraceRequestsOptions = {
  trustedProxies: readonly string[];
  /** The name of the market; null while there is only one. */
  marketName: () => string | null;
};

/** A span for each response, except to monitoring. A trusted proxy may have begun its trace. */
export function traceRequests(
  http: FastifyInstance,
  { tracer, current }: TraceScope,
  { trustedProxies, marketName }: TraceRequestsOptions,
): void {
  const isFromProxy = createProxyCheck(trustedProxies);
  const spans = new WeakMap<FastifyRequest, { span: Span; context: Context }>();
  http.addHook('onRequest', (request, _reply, done) => {
    const route = toRouteName(request);
    if (MONITORING_PATHS.has(route)) return done();
    const remote = isFromProxy(request.raw.socket) ? parentOf(request) : ROOT_CONTEXT;
    const parent = withMarket(remote, marketName());
    const attributes = marketAttributes(parent);
    const span = tracer.startSpan(
      `${methodOf(request)} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      parent,
    );
    const context = trace.setSpan(parent, span);
    spans.set(request, { span, context });
    current.run(context, done);
  });
  // Reading a body leaves the scope.
  http.addHook('preValidation', (request, _reply, done) =>
    current.run(spans.get(request)?.context ?? ROOT_CONTEXT, done),
  );
  http.addHook('onResponse', (request, reply, done) => {
    const { span } = spans.get(request) ?? {};
    if (span !== undefined) {
      const { method, id: requestId } = request;
      describe(span, { method, requestId, route: toRouteName(request), status: reply.statusCode });
      span.end();
    }
    done();
  });
  // Those that Fastify does not see.
  http.servedRequests.add((served) => {
    if (!served.isCached || MONITORING_PATHS.has(served.route)) return;
    const startTime = Date.now() - served.durationMs;
    const span = tracer.startSpan(
      `${served.method} ${served.route}`,
      {
        kind: SpanKind.SERVER,
        startTime,
        attributes: { 'bookswap.cached': true, ...marketAttributes(withMarket(ROOT_CONTEXT, marketName())) },
      },
      ROOT_CONTEXT,
    );
    describe(span, served);
    span.end();
  });
}

function describe(
  span: Span,
  { method, route, status, requestId }: Omit<ServedRequest, 'durationMs' | 'isCached'>,
): void {
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'bookswap.request_id': requestId,
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function parentOf({ headers }: FastifyRequest): Context {
  const given = headers['traceparent'];
  const [, traceId, spanId, flags] = (typeof given === 'string' && TRACE_PARENT.exec(given)) || [];
  if (traceId === undefined) return ROOT_CONTEXT;
  const parent: SpanContext = {
    traceId,
    spanId: spanId!,
    traceFlags: Number.parseInt(flags!, 16) & 1,
    isRemote: true,
  };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}
