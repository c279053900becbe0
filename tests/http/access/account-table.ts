import { randomUUID } from 'node:crypto';
import type { AccountCalls, IdentityCalls } from '#features/accounts/contract.ts';
import { password } from '../../support/test-app.ts';
import { always, type Actor, everybody, people, type Row } from './actors.ts';
import type { Scene } from './scene.ts';

/** For what ends a session or a person: somebody new in the place of whoever is signed in. */
const newcomer = async (scene: Scene, actor: Actor) =>
  actor === 'signedOut' || actor === 'deleted' ? {} : { by: await scene.newcomer(actor) };

/** Calls about whoever calls: each has what is their own. */
export const accountTable: Record<keyof (AccountCalls & IdentityCalls), Row> = {
  'POST /api/users/sync': people(),
  'PATCH /api/users/me': people(() => ({ body: { university: 'Northfield University' } })),
  'GET /api/users/me/export': people(),
  'GET /api/users/me/removal': people(),
  'DELETE /api/users/me': people(
    async (scene, actor) => ({
      // The last administrator is there for the rest of this table, and stays.
      ...(actor === 'admin' ? {} : await newcomer(scene, actor)),
      body: { confirm: password },
    }),
    { admin: 409 },
  ),

  'GET /api/users/me/sessions': people(),
  'DELETE /api/users/me/sessions': people(async (scene, actor) => ({
    ...(await newcomer(scene, actor)),
    query: { all: 'true' },
  })),
  'DELETE /api/users/me/sessions/:id': people(async (scene, actor) => {
    const { by } = await newcomer(scene, actor);
    const id: string = by === undefined ? randomUUID() : (await by.get('/api/users/me/sessions')).body[0].id;
    return { params: { id }, ...(by && { by }) };
  }),

  'POST /api/auth/change-password': people(async (scene, actor) => ({
    ...(await newcomer(scene, actor)),
    body: { currentPassword: password, newPassword: 'battery staple' },
  })),
  'POST /api/auth/send-verification-email': people(),
  // What counts besides is the link that came by mail; nobody here has one.
  'POST /api/auth/verify-email': people(() => ({ body: { token: randomUUID() } }), {
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
