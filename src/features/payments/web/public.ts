/** Exports for the entry chunk; see `lazy.ts` for the rest. */
export { paymentProviderQuery } from './payment-queries.ts';
