import { invalidRequestError } from '../http/stripe-api-error.ts';
import { newDispute } from '../resources/dispute.ts';
import type { Charge, SandboxObjects } from '../resources/sandbox-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';

/** The bank holds the money until it closes the dispute. */
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

/** The bank decides. */
export async function closeDispute(
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
