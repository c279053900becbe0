import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { createCountedSale } from '#tests/support/product/create-sale.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let saleId: string;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.app.database.pool.query('TRUNCATE confirmed_sales CASCADE');
  saleId = await sell();
});

const sell = (buyer = world.buyer) =>
  createCountedSale(world.app, { sellerId: world.seller.id, buyerId: buyer.id });
const review = (author: TestClient, changes: object = {}, id = saleId) =>
  author.post(`/api/reservations/${id}/review`, { stars: 5, ...changes });
const reviewsOf = async (user: TestClient) =>
  (await world.app.visitor().get(`/api/users/${user.id}/reviews`)).body;

describe('a report of a review', () => {
  const reportFor = (by: TestClient, id: string, reason: string) =>
    by.post('/api/reports', { kind: 'review', id, reason });
  const report = (by: TestClient, id: string) => reportFor(by, id, 'spam');
  const signInAdmin = async () => {
    const admin = await world.app.signedInClient('Ruth Adler', `${crypto.randomUUID()}@northfield.edu`);
    const { rows } = await world.app.database.pool.query('SELECT email FROM users WHERE id = $1', [admin.id]);
    await world.app.database.transaction((tx) => grantAdmin(tx, rows[0].email));
    return admin;
  };

  it('is possible once it is public, for everyone but its author', async () => {
    const { body } = await review(world.buyer, { text: 'Never came' });
    for (const by of [world.seller, world.buyer])
      expect((await report(by, body.id)).body.code).toBe('review-not-found');
    await review(world.seller);
    expect((await report(world.buyer, body.id)).body.code).toBe('cannot-report-own');
    const first = await report(world.seller, body.id);
    expect([first.status, (await report(world.seller, body.id)).body.id]).toEqual([200, first.body.id]);
    const admin = await signInAdmin();
    const [found] = (await admin.get('/api/staff/cases')).body;
    expect(found).toMatchObject({
      target: { type: 'review', id: body.id, title: 'Never came' },
      person: { id: world.buyer.id },
    });
    expect((await admin.get(`/api/staff/cases/${found.id}`)).body).toMatchObject({
      text: 'Never came',
      book: null,
    });
  });

  it('has a reason that fits what people say, and is counted as none of a listing', async () => {
    const { body } = await review(world.buyer, { text: 'Invented' });
    await review(world.seller);
    expect((await reportFor(world.seller, body.id, 'unsafe')).body).toMatchObject({
      code: 'invalid-request',
      errors: [{ path: 'reason' }],
    });
    expect((await reportFor(world.seller, body.id, 'fake')).status).toBe(200);
    const { rows } = await world.app.database.pool.query(
      "SELECT details FROM audit_entries WHERE action = 'report-received' AND target_id = $1",
      [body.id],
    );
    expect(rows).toEqual([{ details: { reason: 'other' } }]);
  });

  it('lets an admin remove the review with its stars, which its author cannot write again', async () => {
    const { body } = await review(world.buyer, { stars: 1, text: 'Bad words' });
    const admin = await signInAdmin();
    const remove = (by: TestClient) => by.delete(`/api/admin/reviews/${body.id}?reason=spam`);
    expect((await remove(admin)).body.code).toBe('review-not-found');
    await review(world.seller);
    await world.seller.post(`/api/reviews/${body.id}/reply`, { text: 'That is not true' });
    expect((await remove(world.seller)).status).toBe(403);
    expect((await remove(admin)).body).toEqual({ removed: true });
    expect(await reviewsOf(world.seller)).toEqual([]);
    expect((await world.buyer.get(`/api/users/${world.seller.id}`)).body.rating).toEqual({
      average: null,
      count: 0,
    });
    expect((await review(world.buyer)).body.code).toBe('review-published');
    expect((await remove(admin)).status).toBe(404);
    expect((await admin.get('/api/admin/audit?limit=1')).body).toMatchObject([
      { action: 'review-removed', targetId: body.id, person: { id: world.buyer.id } },
    ]);
  });

  it('of someone who has left is refused: there is no text', async () => {
    const leaving = await world.app.signedInClient('Leaving Buyer');
    await world.app.verifyEmails();
    const id = await sell(leaving);
    const { body } = await review(leaving, {}, id);
    await review(world.seller, {}, id);
    await world.app.app.accounts.deleteUser(leaving.id);
    expect((await report(world.seller, body.id)).body.code).toBe('author-left');
  });
});

describe('blocks', () => {
  it('hide no review, and hinder none', async () => {
    await world.seller.send('PUT', `/api/blocks/${world.buyer.id}`);
    expect((await review(world.buyer, { stars: 2 })).status).toBe(200);
    expect((await review(world.seller)).status).toBe(200);
    for (const reader of [world.buyer, world.seller])
      expect((await reader.get(`/api/users/${world.seller.id}/reviews`)).body).toMatchObject([{ stars: 2 }]);
    await world.seller.delete(`/api/blocks/${world.buyer.id}`);
  });
});
