/** What stands in the first script. What the payment screens are put together from stands in `lazy.ts`. */
export { paymentProviderQuery } from './payment-queries.ts';
