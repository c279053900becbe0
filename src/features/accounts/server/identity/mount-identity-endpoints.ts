import type { Caller } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { identityEndpoints } from '../../contract.ts';
import { bearerOf } from '../authenticate.ts';
import type { TokenVerifier } from '../verify-token.ts';
import { changePassword } from './change-password.ts';
import type { IdentityContext } from './identity-context.ts';
import { revokeSession, revokeOtherSessions, listSessions } from './user-sessions.ts';
import { sendPasswordResetEmail, resetPassword } from './reset-password.ts';
import { resendVerificationEmail, verifyEmail } from './verify-email.ts';

const done = { done: true } as const;

/** What needs no cookie: whoever calls proves who they are by a token, or by the link of a mail. */
export function mountIdentityEndpoints(
  { http, calls, ...parts }: IdentityContext & Pick<ServerContext, 'http' | 'calls'>,
  verify: TokenVerifier,
): void {
  /** The actor is proven already; the token is read again for the session that it was issued to. */
  const here = async ({ actor, caller }: { actor: { id: string }; caller: Caller }) => ({
    id: actor.id,
    session: (await verify(bearerOf(caller) ?? ''))?.session ?? null,
  });

  calls.mount(http, identityEndpoints, {
    'POST /api/auth/send-verification-email': async ({ actor }) => {
      await resendVerificationEmail(parts, actor.id);
      return done;
    },
    'POST /api/auth/verify-email': async ({ actor, body }) => {
      await verifyEmail(parts, actor.id, body.token);
      return done;
    },
    'POST /api/auth/forgot-password': async ({ body, caller }) => {
      await sendPasswordResetEmail(parts, body.email, caller.ip);
      return done;
    },
    'POST /api/auth/reset-password': ({ body, caller }) => resetPassword(parts, body, caller.ip),
    'POST /api/auth/change-password': async (asked) => {
      await changePassword(parts, await here(asked), asked.body, asked.caller.ip);
      return done;
    },
    'GET /api/users/me/sessions': async (asked) => listSessions(parts, await here(asked)),
    'DELETE /api/users/me/sessions/:id': async (asked) => {
      await revokeSession(parts, await here(asked), asked.params.id);
      return done;
    },
    'DELETE /api/users/me/sessions': async (asked) => {
      await revokeOtherSessions(parts, await here(asked), asked.query.all === 'false');
      return done;
    },
  });
}
