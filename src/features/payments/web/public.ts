/** What stands in the first script. What the payment screens are put together from stands in `parts.ts`. */
export { paymentProviderQuery } from './payment-queries.ts';
