/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'payments.problem.purchases-disabled': null;
    'payments.problem.payment-processing': null;
    'payments.problem.too-many-pending-payments': null;
    'payments.problem.amount-mismatch': null;
    'payments.problem.invalid-webhook-signature': null;
    'payments.problem.webhook-mode-mismatch': null;
    'payments.problem.webhook-payment-mismatch': null;
    'payments.problem.payment-provider-unavailable': null;
  }
}
