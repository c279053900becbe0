import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { marketAttributes, type TraceScope } from './trace-scope.ts';

type Published = {
  request: { origin: string | URL; method: string };
  response?: { statusCode: number };
};

/** A span for each request of `fetch` and undici, without its path: that of a push service is a secret. */
export function traceOutgoingRequests({ tracer, current }: TraceScope): () => void {
  const spans = new WeakMap<object, Span>();
  const end = ({ request }: Published) => {
    spans.get(request)?.end();
    spans.delete(request);
  };
  const listeners: Record<string, (published: Published) => void> = {
    'undici:request:create'({ request }) {
      const { hostname, port } = new URL(request.origin);
      const attributes = {
        'http.request.method': request.method,
        'server.address': hostname,
        ...(port !== '' && { 'server.port': Number(port) }),
        ...marketAttributes(current.getStore()),
      };
      const name = `${request.method} ${hostname}`;
      spans.set(request, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, current.getStore()));
    },
    'undici:request:headers'({ request, response }) {
      const { statusCode } = response!;
      spans.get(request)?.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 400) spans.get(request)?.setStatus({ code: SpanStatusCode.ERROR });
    },
    'undici:request:trailers': end,
    'undici:request:error'(published) {
      spans.get(published.request)?.setStatus({ code: SpanStatusCode.ERROR });
      end(published);
    },
  };
  const entries = Object.entries(listeners) as [string, (published: unknown) => void][];
  for (const [channel, listener] of entries) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of entries) unsubscribe(channel, listener);
  };
}
