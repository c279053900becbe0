import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let admin: TestClient;
let bookId: string;
let conversationId: string;
beforeAll(async () => {
  world = await TestWorld.open();
  admin = await world.app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await world.app.verifyEmails();
  await world.app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('DELETE FROM reports');
  await world.app.database.pool.query('DELETE FROM cases');
  bookId = (await world.createBook({ title: 'Disputed', price: 5_400 })).id;
  conversationId = await world.openConversation(bookId);
  await world.sendMessage(conversationId, 'Is it complete?');
  await world.sendMessage(conversationId, 'Every page', world.seller);
});

/** The id of the case. */
const report = async (by: TestClient, about: TestClient): Promise<string> => {
  expect((await by.post('/api/reports', { kind: 'user', id: about.id, reason: 'fake' })).status).toBe(200);
  const { body } = await admin.get('/api/staff/cases');
  return body.find(({ target }: { target: { id: string } }) => target.id === about.id).id;
};
const readEvidence = async (id: string) => (await admin.get(`/api/staff/cases/${id}/evidence`)).body;
const hasSale = async (id: string) => (await admin.get(`/api/staff/cases/${id}`)).body.hasSale;
const name = () => world.seller.post(`/api/books/${bookId}/named-sale`, { buyerId: world.buyer.id });
const handOver = async () => {
  const id = await world.reserve(bookId);
  const { code } = (await world.buyer.get(`/api/conversations/${conversationId}`)).body.reservation;
  expect((await world.seller.post(`/api/reservations/${id}/confirm`, { code })).status).toBe(200);
};

it('is the confirmed sale of the two without its price, and what they wrote, reported by either', async () => {
  await handOver();
  for (const [by, about] of [
    [world.buyer, world.seller],
    [world.seller, world.buyer],
  ] as const) {
    const id = await report(by, about);
    expect(await hasSale(id)).toBe(true);
    const { sale } = await readEvidence(id);
    expect(sale).toMatchObject({
      book: { id: bookId, title: 'Disputed' },
      sellerId: world.seller.id,
      buyerId: world.buyer.id,
      outcome: 'code',
      at: world.app.clock.now().toISOString(),
      messages: [
        { senderId: world.buyer.id, content: 'Is it complete?' },
        { senderId: world.seller.id, content: 'Every page' },
        { senderId: world.buyer.id, content: 'Is it still available?' },
      ],
    });
    expect(JSON.stringify(sale)).not.toMatch(/\$54|"54\.00|:5400\b|price/i);
  }
});

it('is a sale that the named buyer denies', async () => {
  expect((await name()).status).toBe(200);
  const id = await report(world.seller, world.buyer);
  expect(await readEvidence(id)).toEqual({ sale: null });
  const [{ id: saleId }] = (await world.buyer.get('/api/users/me/sale-questions')).body;
  expect((await world.buyer.post(`/api/named-sales/${saleId}/response`, { received: false })).status).toBe(
    200,
  );
  expect(await readEvidence(id)).toMatchObject({ sale: { book: { id: bookId }, outcome: 'denied' } });
});

it('needs a sale with one who reported and an open case, and each reading is in the audit log', async () => {
  const stranger = await world.app.signedInClient('Eve Stone');
  const id = await report(stranger, world.seller);
  await handOver();
  expect(await readEvidence(id)).toEqual({ sale: null });
  expect(await hasSale(id)).toBe(false);
  expect(await report(world.buyer, world.seller)).toBe(id);
  expect((await readEvidence(id)).sale).not.toBeNull();
  expect((await readEvidence(id)).sale).not.toBeNull();
  const entries = (await admin.get('/api/admin/audit?limit=3')).body;
  const read = { action: 'evidence-read', actor: { id: admin.id }, targetKind: 'case', targetId: id };
  expect(entries).toMatchObject([read, read, { action: 'report-received' }]);
  await admin.post(`/api/staff/cases/${id}/close`, { note: '' });
  expect(await readEvidence(id)).toEqual({ sale: null });
  expect(await hasSale(id)).toBe(false);
  expect((await admin.get(`/api/staff/cases/${randomUUID()}/evidence`)).status).toBe(404);
});

it('is not read through a later report of its case, nor by one who reported', async () => {
  await handOver();
  const id = await report(world.buyer, world.seller);
  await admin.post(`/api/staff/cases/${id}/close`, { note: '' });
  const member = await world.app.signedInClient('Ben Adler', `${randomUUID()}@northfield.example`);
  await world.app.verifyEmails();
  await world.app.database.pool.query(`UPDATE users SET staff_roles = '{moderator}' WHERE id = $1`, [
    member.id,
  ]);
  await report(member, world.seller);
  expect(await hasSale(id)).toBe(false);
  expect(await readEvidence(id)).toEqual({ sale: null });
  await report(world.buyer, world.seller);
  expect(await hasSale(id)).toBe(true);
  expect((await member.get(`/api/staff/cases/${id}/evidence`)).body.code).toBe('own-case');
  expect((await readEvidence(id)).sale).not.toBeNull();
});
