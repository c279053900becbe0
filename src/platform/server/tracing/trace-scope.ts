import { type Context, createContextKey, type Tracer } from '@opentelemetry/api';
import type { AsyncLocalStorage } from 'node:async_hooks';

/** The market of the current work, for the attributes of its spans. */
const MARKET = createContextKey('market');

export const withMarket = (context: Context, market: string | null): Context =>
  market === null ? context : context.setValue(MARKET, market);

export function marketAttributes(context: Context | undefined): { 'bookswap.market'?: string } {
  const market = context?.getValue(MARKET);
  return typeof market === 'string' ? { 'bookswap.market': market } : {};
}

/** What traces a kind of work: the tracer, and the span around the current work. */
export type TraceScope = { tracer: Tracer; current: AsyncLocalStorage<Context> };
