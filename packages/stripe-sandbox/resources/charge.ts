import type { Decline } from './test-card.ts';
import { newSandboxId } from './ids-and-times.ts';
import { emptyBillingDetails } from './payment-method.ts';
import type { Charge, Intent, PaymentMethod } from './sandbox-objects.ts';

type ChargeValues = {
  at: number;
  accountName: string;
  decline?: Decline | undefined;
  authenticated?: boolean;
};

/** One attempt to charge the card; with a decline, a failed one. */
export function newCharge(intent: Intent, method: PaymentMethod, values: ChargeValues): Charge {
  const { at, accountName, decline, authenticated = false } = values;
  const succeeded = decline === undefined;
  return {
    id: newSandboxId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: succeeded ? newSandboxId('txn') : null,
    billing_details: emptyBillingDetails,
    calculated_statement_descriptor: accountName.toUpperCase().slice(0, 22),
    captured: succeeded,
    created: at,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: succeeded ? 'approved_by_network' : 'declined_by_network',
      reason: decline?.decline_code ?? decline?.code ?? null,
      seller_message: succeeded ? 'Payment complete.' : 'The bank did not return any further details.',
      type: succeeded ? 'authorized' : 'issuer_declined',
    },
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(intent, method, authenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: succeeded ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

function cardDetails(
  intent: Intent,
  { card }: PaymentMethod,
  authenticated: boolean,
): Charge['payment_method_details'] {
  if (card === undefined) throw new Error('The Stripe sandbox supports cards only');
  return {
    card: {
      amount_authorized: intent.amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: authenticated ? '05' : null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: card.brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: authenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: null,
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  };
}
