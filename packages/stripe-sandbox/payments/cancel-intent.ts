import type { Intent } from '../resources/sandbox-objects.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';

export async function cancelIntent(
  { objects, emit, at }: SandboxTransaction,
  intent: Intent,
  reason: Intent['cancellation_reason'],
): Promise<void> {
  intent.status = 'canceled';
  intent.canceled_at = at;
  intent.cancellation_reason = reason;
  intent.next_action = null;
  await objects.save(intent);
  await emit('payment_intent.canceled', intent);
}
