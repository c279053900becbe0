import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '#app/server/create-app.ts';
import { readConfig } from '#app/server/config.ts';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;

beforeAll(async () => {
  shop = await TestSandboxApp.open();
});
afterAll(() => shop.app.stop());

const live = {
  STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_TYooMQauvdEDq54NiTphI7jx',
  STRIPE_WEBHOOK_SECRET: 'whsec_5f2a',
};

it('revokes test purchases once real payments are accepted', async () => {
  const person = await shop.app.signedInClient();
  const id = await shop.list(person);
  await shop.boost(person, id);
  await shop.boost(person, id);
  await shop.subscribe(person);
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });

  const { database, clock } = shop.app;
  const config = readConfig({
    ...live,
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'bookswap-')),
  });
  const silent = () => Promise.reject(new Error('Nobody needs to ask the provider'));
  const app = await createApp({ config, database, clock, stripeFetch: silent, unlimited: true });
  await app.context.jobs.runNow('revoke-test-purchases');

  const { body: book } = await shop.app.visitor().get(`/api/books/${id}`);
  expect(book).toMatchObject({ isBoosted: false, boostedUntil: null });
  expect(await shop.adFree(person)).toMatchObject({ flag: false });
  const { rows } = await database.pool.query<{ cause: string }>(
    `SELECT cause FROM payment_status_history WHERE cause LIKE 'taken back%'`,
  );
  expect(rows).toHaveLength(3);
  await app.context.jobs.runNow('revoke-test-purchases');
  await app.close();
});
