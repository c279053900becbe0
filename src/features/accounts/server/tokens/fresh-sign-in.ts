import { eq } from 'drizzle-orm';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem } from '../../contract.ts';
import { EMBEDDED_ISSUER, embeddedSessionId } from '../issuers.ts';
import { identitySessions } from '../table.ts';
import type { VerifiedToken } from './verify-token.ts';

/** How long a sign-in proves that the user is present, where there is no password to confirm with. */
const FRESH_SIGN_IN_MS = 10 * MINUTE_MS;

type Context = Pick<ServerContext, 'database' | 'clock'>;

/** Throws 'sign-in-again' if the session began more than ten minutes ago, or has ended. */
export async function requireFreshSession(context: Context, session: string | null): Promise<void> {
  if (!isFresh(await findSessionStart(context, session), context)) throw accountProblem('sign-in-again');
}

/**
 * Passes after a sign-in of the last ten minutes, or the use of a passkey in the last five. Throws
 * 'passkey-required' and 'sign-in-again'.
 */
export async function requireFreshSignIn(
  context: Context,
  actor: Actor,
  token: VerifiedToken,
): Promise<void> {
  const isEmbedded = token.issuer === EMBEDDED_ISSUER;
  const at = isEmbedded ? await findSessionStart(context, embeddedSessionId(token)) : token.signedInAt;
  if (isFresh(at, context)) return;
  if (actor.passkeyCheckedAt === undefined) throw accountProblem('sign-in-again');
  requireFreshPasskey(actor, context.clock.now());
}

const isFresh = (at: Date | null, { clock }: Context): boolean =>
  at !== null && clock.now().getTime() - at.getTime() <= FRESH_SIGN_IN_MS;

async function findSessionStart({ database }: Context, session: string | null): Promise<Date | null> {
  if (session === null) return null;
  const [found] = await database.orm
    .select({ createdAt: identitySessions.createdAt })
    .from(identitySessions)
    .where(eq(identitySessions.id, session));
  return found?.createdAt ?? null;
}

/** How long the use of a passkey counts for what cannot be undone. */
const FRESH_PASSKEY_MS = 5 * MINUTE_MS;

/** Throws 'passkey-required' if the user has a passkey and has not used it in this session in the last five minutes. */
export function requireFreshPasskey({ passkeyCheckedAt }: Actor, now: Date): void {
  if (passkeyCheckedAt === undefined) return;
  if (passkeyCheckedAt === null || now.getTime() - passkeyCheckedAt.getTime() > FRESH_PASSKEY_MS)
    throw commonProblem('passkey-required');
}

/** A member of the team, whether or not a passkey was used in this session. */
export const isStaff = ({ roles, rolesWithPasskey = [] }: Actor): boolean =>
  roles.length > 0 || rolesWithPasskey.length > 0;

/** The same, for the team alone: for changes that other users make with less. */
export function requireFreshPasskeyOfAdmin(actor: Actor, now: Date): void {
  if (isStaff(actor)) requireFreshPasskey(actor, now);
}
