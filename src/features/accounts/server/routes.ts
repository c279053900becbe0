import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountCalls } from '../contract.ts';
import { bearerOf } from './authenticate.ts';
import { checkConfirmation, findConfirmation } from './confirm-removal.ts';
import { exportPerson } from './export-person.ts';
import type { PasswordHasher } from './identity/hash-passwords.ts';
import { type AttemptCounter, attemptLimits } from './identity/limit-attempts.ts';
import type { PersonalDataHolder } from './personal-data.ts';
import type { RemovePerson } from './remove-person.ts';
import { syncUser } from './sync-user.ts';
import type { FindUniversity } from './universities/find-university.ts';
import { updateProfile } from './update-profile.ts';
import type { TokenVerifier } from './verify-token.ts';

type Parts = ServerContext & {
  findUniversity: FindUniversity;
  verify: TokenVerifier;
  hasher: PasswordHasher;
  attempts: AttemptCounter;
  holders: readonly PersonalDataHolder[];
  removePerson: RemovePerson;
};

export function mountAccountRoutes(parts: Parts): void {
  const { calls, http, verify, attempts, holders, removePerson } = parts;
  calls.mount(http, accountCalls, {
    'POST /api/users/sync': async ({ actor, caller, body }) => {
      // The actor is proven already; the token is read again for what it says of the person.
      const token = await verify(bearerOf(caller) ?? '');
      if (token === null) throw commonProblem('token-invalid');
      return syncUser(parts, actor, token, body);
    },
    'PATCH /api/users/me': ({ actor, body }) => updateProfile(parts, actor.id, body),
    'GET /api/users/me/export': async ({ actor }) => {
      await attempts.begin(attemptLimits.exports(actor.id));
      return exportPerson(parts, holders, actor.id);
    },
    'GET /api/users/me/removal': async ({ actor }) => ({
      confirmedBy: await findConfirmation(parts, actor.id),
    }),
    'DELETE /api/users/me': async ({ actor, caller, body }) => {
      await checkConfirmation(parts, actor.id, body.confirm, caller.address);
      await removePerson(actor.id);
      return { removed: true as const };
    },
  });
}
