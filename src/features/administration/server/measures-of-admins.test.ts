import { afterAll, beforeAll, expect, it } from 'vitest';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';

let world: ModerationWorld;
beforeAll(async () => {
  world = await ModerationWorld.open();
});
afterAll(() => world.app.stop());

const measuresOf = async () =>
  (await world.admin.get('/api/admin/audit?limit=100')).body.filter(
    (entry: { action: string }) => entry.action === 'measure-taken',
  );

it('removes a listing as a measure, with the given reason, and keeps it unseen for its appeal', async () => {
  const { admin, seller } = world;
  const id = await world.list(seller, 'Kept for its appeal');
  expect((await admin.delete(`/api/admin/books/${id}?reason=spam&note=Six%20times`)).status).toBe(200);
  expect((await admin.get('/api/admin/books?search=appeal')).body).toEqual([]);
  expect((await measuresOf())[0]).toMatchObject({
    targetId: id,
    details: { kind: 'remove', reason: 'spam', source: 'staff' },
  });
  expect((await seller.get('/api/decisions')).body[0]).toMatchObject({
    kind: 'remove',
    reason: 'spam',
    note: 'Six times',
    title: 'Kept for its appeal',
  });
  expect((await admin.delete(`/api/admin/books/${id}?reason=because`)).status).toBe(400);
});

it('deletes a listing of their own permanently, without a measure', async () => {
  const before = await measuresOf();
  const id = await world.list(world.admin, 'Their own');
  expect((await world.admin.delete(`/api/admin/books/${id}`)).status).toBe(200);
  expect((await world.app.visitor().get(`/api/books/${id}`)).status).toBe(404);
  expect(await measuresOf()).toEqual(before);
});

it('deletes a user without a ban as a measure, too: its appeal has nothing to lift', async () => {
  const person = await world.person('Tom Whitaker', 'tom@northfield.example');
  await world.admin.delete(`/api/admin/users/${person.id}?reason=spam`);
  expect((await measuresOf())[0]).toMatchObject({ targetId: person.id, details: { kind: 'delete' } });
  const mails = (await world.mailsTo('tom@northfield.example')).join('');
  const token = /appeal\?token=(\S+)/.exec(mails)![1];
  const read = await world.app.visitor().post('/api/appeals/read', { token });
  expect(read.body).toMatchObject({ kind: 'delete', reason: 'spam', isBanned: false, canAppeal: true });
});
