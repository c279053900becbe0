import { randomUUID } from 'node:crypto';
import type { AccountEndpoints, IdentityEndpoints } from '#features/accounts/contract.ts';
import { TEST_PASSWORD } from '../../support/server/test-app.ts';
import { always, type Role, everybody, signedInOnly, type AccessRow } from './roles.ts';
import type { AccessFixtures } from './fixtures.ts';

/** For what ends a session or a person: somebody new in the place of whoever is signed in. */
const newcomer = async (scene: AccessFixtures, actor: Role) =>
  actor === 'signedOut' || actor === 'deleted' ? {} : { by: await scene.newcomer(actor) };

/** Calls about whoever calls: each has what is their own. */
export const accountAccess: Record<keyof (AccountEndpoints & IdentityEndpoints), AccessRow> = {
  'POST /api/users/sync': signedInOnly(),
  'PATCH /api/users/me': signedInOnly(() => ({ body: { university: 'Northfield University' } })),
  'GET /api/users/me/export': signedInOnly(),
  'GET /api/users/me/removal': signedInOnly(),
  'DELETE /api/users/me': signedInOnly(
    async (scene, actor) => ({
      // The last administrator is there for the rest of this table, and stays.
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

  'POST /api/auth/change-password': signedInOnly(async (scene, actor) => ({
    ...(await newcomer(scene, actor)),
    body: { currentPassword: TEST_PASSWORD, newPassword: 'battery staple' },
  })),
  'POST /api/auth/send-verification-email': signedInOnly(),
  // What counts besides is the link that came by mail; nobody here has one.
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
