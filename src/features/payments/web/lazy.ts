/** Outside of the first script. The form has its own chunk: only it needs the provider's libraries. */
export { Benefits, type Offer, formatOfferPrice } from './offer.tsx';
export { PaymentPanel } from './paying/payment-panel.tsx';
export { PurchaseDialog } from './paying/purchase-dialog.tsx';
export { PaymentUnavailable, PurchasesClosed } from './payment-unavailable.tsx';
export { TestModeStrip } from './test-mode-strip.tsx';
export { useReturnState } from './paying/use-return-to-profile.ts';
