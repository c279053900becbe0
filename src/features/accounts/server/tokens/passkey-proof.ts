import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';

/** How long the use of a passkey counts for what cannot be undone. */
const FRESH_PASSKEY_MS = 5 * MINUTE_MS;

/** Throws 'passkey-required' if the user has a passkey and has not used it in this session in the last five minutes. */
export function requireFreshPasskey({ passkeyCheckedAt }: Actor, now: Date): void {
  if (passkeyCheckedAt === undefined) return;
  if (passkeyCheckedAt === null || now.getTime() - passkeyCheckedAt.getTime() > FRESH_PASSKEY_MS)
    throw commonProblem('passkey-required');
}

/** The same, for administrators alone: for changes that other users make with less. */
export function requireFreshPasskeyOfAdmin(actor: Actor, now: Date): void {
  if (actor.isAdmin || actor.isAdminWithPasskey === true) requireFreshPasskey(actor, now);
}
