import { invalidRequestError } from './stripe-api-error.ts';
import type { SandboxTransaction } from './sandbox-transaction.ts';
import { newSandboxId } from './ids-and-times.ts';
import type { Charge, SandboxObjects } from './sandbox-store.ts';

const DAY_SECONDS = 86_400;

const noEvidence: SandboxObjects['dispute']['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

export function newDispute(charge: Charge, at: number): SandboxObjects['dispute'] {
  return {
    id: newSandboxId('dp'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: at,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: at + 9 * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: 'chargeback',
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

/** The bank takes the money back until the dispute is closed. */
export async function openDispute(
  { objects, emit, at }: SandboxTransaction,
  charge: Charge,
): Promise<SandboxObjects['dispute']> {
  if (charge.disputed)
    throw invalidRequestError(`Charge ${charge.id} is disputed already.`, { code: 'charge_disputed' });
  if (!charge.paid) throw invalidRequestError(`Charge ${charge.id} was never paid.`);
  const dispute = newDispute(charge, at);
  await objects.add(dispute);
  charge.disputed = true;
  await objects.save(charge);
  await emit('charge.dispute.created', dispute);
  return dispute;
}

/** The bank has decided. */
export async function endDispute(
  { objects, emit }: SandboxTransaction,
  dispute: SandboxObjects['dispute'],
  outcome: 'won' | 'lost',
): Promise<SandboxObjects['dispute']> {
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw invalidRequestError(`Dispute ${dispute.id} is closed already.`);
  dispute.status = outcome;
  await objects.save(dispute);
  await emit('charge.dispute.closed', dispute);
  return dispute;
}
