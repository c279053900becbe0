import { type Context, ROOT_CONTEXT } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { traceDatabase } from './trace-database.ts';
import { traceOutgoingRequests } from './trace-outgoing-requests.ts';
import { traceRequests, type TraceRequestsOptions } from './trace-requests.ts';
import type { TraceScope } from './trace-scope.ts';
import type { TracingConfig } from './tracing-config.ts';

const MAX_EXPORT_MS = 5_000;

const readVersion = (): string =>
  (
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

/** A proxy may pass on what a browser has sent: it leaves requests out of the share, but adds none. */
function createSampler(ratio: number): ParentBasedSampler {
  const share = new TraceIdRatioBasedSampler(ratio);
  return new ParentBasedSampler({ root: share, remoteParentSampled: share });
}

export type Tracing = {
  /** Traces the requests of a server. Their spans name the market, once there are several. */
  trace(http: FastifyInstance, options: TraceRequestsOptions): void;
  close(): Promise<void>;
};

/**
 * A span for each request, each statement in it and each outgoing request. Spans contain names of ours only
 * (routes, tables, hosts): no URL, parameter or text of an error. Once for a process. Loaded only if configured.
 */
export function startTracing(config: TracingConfig): Tracing {
  const version = readVersion();
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint}/v1/traces`,
    timeoutMillis: MAX_EXPORT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.serviceName,
      'service.version': version,
      'service.instance.id': randomUUID(),
    }),
    sampler: createSampler(config.ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: MAX_EXPORT_MS })],
  });
  const scope: TraceScope = {
    tracer: provider.getTracer('bookswap', version),
    current: new AsyncLocalStorage<Context>({ defaultValue: ROOT_CONTEXT }),
  };
  const stops = [traceDatabase(scope), traceOutgoingRequests(scope)];
  return {
    trace: (http, options) => traceRequests(http, scope, options),
    async close() {
      for (const stop of stops) stop();
      await provider.shutdown();
    },
  };
}
