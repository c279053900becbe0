import type { Caller } from '#platform/server/caller.ts';
import type { Actor, Authenticate } from '#platform/server/http/endpoint-registry.ts';
import { embeddedSessionId } from '../issuers.ts';
import type { FindActor } from './find-actor.ts';
import type { TokenVerifier, VerifiedToken } from './verify-token.ts';

export function findBearerToken({ authorization }: Caller): string | null {
  return /^bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Authenticates a socket, which outlives a token: the actor, the embedded session, and the token's expiry. */
export type AuthenticateToken = (
  token: string,
) => Promise<{ actor: Actor; sessionId: string | null; expiresAt: Date } | null>;

export function createAuthenticate(verify: TokenVerifier, findActor: FindActor) {
  const verifyActor = async (token: string): Promise<{ actor: Actor; token: VerifiedToken } | null> => {
    const verified = await verify(token);
    const actor = verified && (await findActor(verified));
    return verified && actor && { actor, token: verified };
  };
  const authenticate: Authenticate = async (caller) => {
    const token = findBearerToken(caller);
    return token === null ? null : ((await verifyActor(token))?.actor ?? null);
  };
  const authenticateToken: AuthenticateToken = async (token) => {
    const found = await verifyActor(token);
    return (
      found && {
        actor: found.actor,
        sessionId: embeddedSessionId(found.token),
        expiresAt: found.token.expiresAt,
      }
    );
  };
  return { authenticate, authenticateToken };
}
