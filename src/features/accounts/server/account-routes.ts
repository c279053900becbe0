import type { Caller } from '#platform/server/caller.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountEndpoints } from '../contract.ts';
import { findBearerToken } from './tokens/find-bearer-token.ts';
import { confirmDeletion, getConfirmationMethod } from './identity/prove-owner.ts';
import { exportUserData } from './personal-data/export-user-data.ts';
import type { PasswordHasher } from './identity/passwords/hash-passwords.ts';
import type { AttemptCounter } from './identity/rate-limits/limit-attempts.ts';
import type { PersonalDataHandler } from './personal-data/personal-data.ts';
import type { DeleteUser } from './deletion/delete-user.ts';
import { type IsCampusOffice, throwIfCampusOffice } from '../reserved-names.ts';
import { findAttemptOwner } from './mailboxes.ts';
import { syncUser } from './tokens/sync-user.ts';
import type { AttachProfileImage } from './users/attach-profile-image.ts';
import type { FindUniversity } from './universities/find-university.ts';
import { updateProfile } from './users/update-profile.ts';
import type { TokenVerifier } from './tokens/verify-token.ts';

type Context = ServerContext & {
  findUniversity: FindUniversity;
  isCampusOffice: IsCampusOffice;
  verify: TokenVerifier;
  hasher: PasswordHasher;
  attempts: AttemptCounter;
  holders: readonly PersonalDataHandler[];
  deleteUser: DeleteUser;
  attachProfileImage: AttachProfileImage;
};

export function mountAccountRoutes(context: Context): void {
  const { endpoints, verify, attempts, holders, deleteUser, isCampusOffice } = context;
  /** The actor is authenticated already. The token is read again for its claims. */
  const tokenOf = async (caller: Caller) => {
    const token = await verify(findBearerToken(caller) ?? '');
    if (token === null) throw commonProblem('invalid-token');
    return token;
  };
  endpoints.mount(accountEndpoints, {
    'POST /api/users/sync': async ({ actor, caller, body }) => {
      const token = await tokenOf(caller);
      const isRefused = isCampusOffice(body?.name ?? '');
      return syncUser(context, actor, token, isRefused ? { ...body, name: null } : body);
    },
    'PATCH /api/users/me': ({ actor, body }) => {
      throwIfCampusOffice(isCampusOffice, body.name);
      return updateProfile(context, actor.id, body);
    },
    'GET /api/users/me/export': async ({ actor }) => {
      await attempts.begin(['exports'], { owner: await findAttemptOwner(context.database.orm, actor.id) });
      return exportUserData(context, holders, actor.id);
    },
    'GET /api/users/me/removal': async ({ actor }) => ({
      confirmedBy: await getConfirmationMethod(context, actor.id),
    }),
    'DELETE /api/users/me': async ({ actor, caller, body }) => {
      const token = await tokenOf(caller);
      await confirmDeletion(context, { actor, token }, body.confirm, caller.ip);
      await deleteUser(actor.id);
      return { removed: true as const };
    },
  });
}
