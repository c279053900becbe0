/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'payments.closed.browse': null;
    'payments.closed.text': null;
    'payments.closed.title': null;
    'payments.dialog.continue': null;
    'payments.dialog.unavailable': null;
    'payments.error.title': null;
    'payments.form.card-note': null;
    'payments.form.connection-lost': null;
    'payments.form.error': null;
    'payments.form.failed': { b: Tag };
    'payments.form.failed-unpaid': { b: Tag };
    'payments.form.offline': null;
    'payments.form.preparing': null;
    'payments.form.processing': null;
    'payments.form.waiting': null;
    'payments.list.title': null;
    'payments.problem.amount-mismatch': null;
    'payments.problem.invalid-webhook-signature': null;
    'payments.problem.payment-processing': null;
    'payments.problem.payment-provider-unavailable': null;
    'payments.problem.purchases-disabled': null;
    'payments.problem.too-many-pending-payments': null;
    'payments.problem.webhook-mode-mismatch': null;
    'payments.problem.webhook-payment-mismatch': null;
    'payments.receipt.amount': null;
    'payments.receipt.amount-value': { price: string; currency: string };
    'payments.receipt.card': null;
    'payments.receipt.date': null;
    'payments.receipt.for': null;
    'payments.receipt.from-provider': null;
    'payments.receipt.listing': null;
    'payments.receipt.not-charged': { error: string };
    'payments.receipt.payment': null;
    'payments.receipt.print': null;
    'payments.receipt.processing': null;
    'payments.receipt.refunded': null;
    'payments.receipt.refunding': null;
    'payments.receipt.status': null;
    'payments.receipt.test-mode': null;
    'payments.receipt.title': null;
    'payments.slow.text': null;
    'payments.slow.title': null;
    'payments.status.being-refunded': null;
    'payments.status.canceled': null;
    'payments.status.disputed': null;
    'payments.status.failed': null;
    'payments.status.not-completed': null;
    'payments.status.paid': null;
    'payments.status.processing': null;
    'payments.status.refunded': null;
    'payments.test-mode.label': null;
    'payments.test-mode.strip': { card: string };
    'payments.toast.not-completed': null;
    'payments.toast.processing-text': null;
    'payments.toast.processing-title': null;
    'payments.toast.refunded-text': { price: string };
    'payments.toast.refunded-title': null;
    'payments.unavailable.profile': null;
  }
}
