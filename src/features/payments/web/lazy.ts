/**
 * What the screens of features that sell something are put together from; none of it in the first script. The form comes in a chunk of its
 * own: it alone carries the provider's libraries.
 */
export { Benefits } from './benefits.tsx';
export { type Offer, priceOf } from './offer.ts';
export { PaymentPanel } from './paying/payment-panel.tsx';
export { PurchaseDialog } from './paying/purchase-dialog.tsx';
export { PurchasesClosed } from './purchases-closed.tsx';
export { PaymentUnavailable } from './payment-unavailable.tsx';
export { TestModeStrip } from './test-mode-strip.tsx';
export { useReturnState } from './paying/use-return-to-profile.ts';
