/**
 * What the features that sell something show of payments. The form comes in a chunk of its own: it alone carries the provider's
 * libraries.
 */
export { Benefits } from './benefits.tsx';
export { type Offer, priceOf } from './offer.ts';
export { paymentProviderQuery } from './payment-queries.ts';
export { PaymentPanel } from './payment-panel.tsx';
export { PurchaseDialog } from './purchase-dialog.tsx';
export { PurchasesClosed } from './purchases-closed.tsx';
export { Refused } from './refused.tsx';
export { TestModeStrip } from './test-mode-strip.tsx';
