import type { Context, Tracer } from '@opentelemetry/api';
import type { AsyncLocalStorage } from 'node:async_hooks';

/** What traces a kind of work: the tracer, and the span around the current work. */
export type TraceScope = { tracer: Tracer; current: AsyncLocalStorage<Context> };
