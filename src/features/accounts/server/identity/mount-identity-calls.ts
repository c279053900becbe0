import type { Caller } from '#platform/server/http/mount-calls.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { identityCalls } from '../../contract.ts';
import { bearerOf } from '../authenticate.ts';
import type { TokenVerifier } from '../verify-token.ts';
import { changePassword } from './change-password.ts';
import type { IdentityParts } from './identity-parts.ts';
import { endOwnSession, endOwnSessions, listOwnSessions } from './own-sessions.ts';
import { mailReset, resetPassword } from './reset-password.ts';
import { mailVerificationAgain, verifyEmail } from './verify-email.ts';

const done = { done: true } as const;

/** What needs no cookie: whoever calls proves who they are by a token, or by the link of a mail. */
export function mountIdentityCalls(
  { http, calls, ...parts }: IdentityParts & Pick<ServerContext, 'http' | 'calls'>,
  verify: TokenVerifier,
): void {
  /** The actor is proven already; the token is read again for the session that it was issued to. */
  const here = async ({ actor, caller }: { actor: { id: string }; caller: Caller }) => ({
    id: actor.id,
    session: (await verify(bearerOf(caller) ?? ''))?.session ?? null,
  });

  calls.mount(http, identityCalls, {
    'POST /api/auth/send-verification-email': async ({ actor }) => {
      await mailVerificationAgain(parts, actor.id);
      return done;
    },
    'POST /api/auth/verify-email': async ({ actor, body }) => {
      await verifyEmail(parts, actor.id, body.token);
      return done;
    },
    'POST /api/auth/forgot-password': async ({ body, caller }) => {
      await mailReset(parts, body.email, caller.address);
      return done;
    },
    'POST /api/auth/reset-password': ({ body, caller }) => resetPassword(parts, body, caller.address),
    'POST /api/auth/change-password': async (asked) => {
      await changePassword(parts, await here(asked), asked.body, asked.caller.address);
      return done;
    },
    'GET /api/users/me/sessions': async (asked) => listOwnSessions(parts, await here(asked)),
    'DELETE /api/users/me/sessions/:id': async (asked) => {
      await endOwnSession(parts, await here(asked), asked.params.id);
      return done;
    },
    'DELETE /api/users/me/sessions': async (asked) => {
      await endOwnSessions(parts, await here(asked), asked.query.all === 'false');
      return done;
    },
  });
}
