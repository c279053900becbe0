export { countPaymentsOfUser, hasPayments, listLatestPayments, sumIncome } from './payment-reports.ts';
export { isNotFoundAtProvider, ProviderRequestError } from './provider/call-provider.ts';
export { processBatch } from './sync/process-batch.ts';
export { toId } from './payments-context.ts';
export { StaleVersionError, retryWhileStale } from './sync/retry-while-stale.ts';
export type { ProviderEventHandler, PurchasePayment, Payments, PurchaseHandler } from './purchase.ts';
