import { randomUUID } from 'node:crypto';
import type { AccountEndpoints, EmailLinkEndpoints, IdentityEndpoints } from '#features/accounts/contract.ts';
import { TEST_PASSWORD } from '../../support/server/test-app.ts';
import { always, everybody, owners, signedInOnly, type AccessRow } from './roles.ts';
import type { AccessFixtures } from './fixtures.ts';
import type { Role } from './role-names.ts';

/** For endpoints that end a session or delete a user: a new user replaces each signed-in role. */
const newcomer = async (scene: AccessFixtures, actor: Role) =>
  actor === 'signedOut' || actor === 'deleted' ? {} : { by: await scene.newcomer(actor) };

/** Endpoints about the caller: each role gets its own data. */
export const accountAccess: Record<
  keyof (AccountEndpoints & EmailLinkEndpoints & IdentityEndpoints),
  AccessRow
> = {
  'POST /api/users/sync': signedInOnly(),
  'PATCH /api/users/me': signedInOnly(() => ({ body: { university: 'Northfield University' } })),
  'GET /api/users/me/export': signedInOnly(),
  'GET /api/users/me/removal': signedInOnly(),
  'DELETE /api/users/me': signedInOnly(
    async (scene, actor) => ({
      // The last admin is needed by the remaining rows and cannot be deleted.
      ...(actor === 'admin' ? {} : await newcomer(scene, actor)),
      body: { confirm: TEST_PASSWORD },
    }),
    { admin: 409 },
  ),

  'GET /api/users/me/sessions': signedInOnly(),
  'DELETE /api/users/me/sessions': signedInOnly(async (scene, actor) => ({
    ...(await newcomer(scene, actor)),
    query: { all: 'true' },
  })),
  'DELETE /api/users/me/sessions/:id': signedInOnly(async (scene, actor) => {
    const { by } = await newcomer(scene, actor);
    const id: string = by === undefined ? randomUUID() : (await by.get('/api/users/me/sessions')).body[0].id;
    return { params: { id }, ...(by && { by }) };
  }),

  'GET /api/users/me/passkeys': signedInOnly(),
  'PATCH /api/users/me/passkeys/:id': owners(async (scene) => ({
    params: { id: await scene.passkey() },
    body: { name: 'My phone' },
  })),
  'DELETE /api/users/me/passkeys/:id': owners(async (scene) => ({
    params: { id: await scene.passkey() },
    body: { password: TEST_PASSWORD },
  })),

  'POST /api/auth/change-password': signedInOnly(async (scene, actor) => ({
    ...(await newcomer(scene, actor)),
    body: { currentPassword: TEST_PASSWORD, newPassword: 'battery staple' },
  })),
  'POST /api/auth/send-verification-email': signedInOnly(),
  // These also require the link of an email, which no role has.
  'POST /api/auth/verify-email': signedInOnly(() => ({ body: { token: randomUUID() } }), {
    another: 400,
    blocked: 400,
    admin: 400,
    owner: 400,
  }),
  'POST /api/auth/forgot-password': everybody(() => ({ body: { email: `${randomUUID()}@northfield.edu` } })),
  'POST /api/auth/reset-password': always(400, () => ({
    body: { token: randomUUID(), newPassword: 'battery staple' },
  })),
};
