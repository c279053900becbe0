import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountCalls } from '../contract.ts';
import { bearerOf } from './authenticate.ts';
import { syncUser } from './sync-user.ts';
import type { TokenVerifier } from './verify-token.ts';

export function mountAccountRoutes(context: ServerContext, verify: TokenVerifier): void {
  context.calls.mount(context.http, accountCalls, {
    'POST /api/users/sync': async ({ actor, caller, body }) => {
      // The actor is proven already; the token is read again for what it says of the person.
      const token = await verify(bearerOf(caller) ?? '');
      if (token === null) throw commonProblem('token-invalid');
      return syncUser(context, actor, token, body);
    },
  });
}
