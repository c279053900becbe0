import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;
let admin: TestClient;
let seller: TestClient;

beforeAll(async () => {
  shop = await TestSandboxApp.open();
  admin = await shop.app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await shop.app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
  seller = await shop.app.signedInClient('Priya Raman');
});
afterAll(() => shop.app.stop());

it('counts received money as income, lists the latest payments, and previews what a user has paid and pays', async () => {
  const bookId = await shop.list(seller);
  await shop.beginBoost(seller, bookId);
  await shop.boost(seller, bookId);
  shop.app.clock.advance({ minutes: 1 });
  await shop.subscribe(seller);
  const { body } = await admin.get('/api/admin/activity');
  expect(body.days.at(-1)).toMatchObject({ income: 299 + 499 });
  expect(body.payments).toMatchObject([
    { type: 'remove-ads', status: 'succeeded', amount: 499 },
    { type: 'boost', status: 'succeeded', amount: 299 },
  ]);
  expect((await admin.get(`/api/admin/users/${seller.id}/removal`)).body).toMatchObject({
    listings: 1,
    runningSubscription: true,
  });
  expect((await admin.delete(`/api/admin/users/${seller.id}`)).status).toBe(200);
  expect((await admin.get('/api/admin/activity')).body.days.at(-1)).toMatchObject({ income: 299 + 499 });
});
