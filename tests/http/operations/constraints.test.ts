import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

it('every constraint of the migrated database holds for the rows of before, too', async () => {
  const { rows } = await app.database.pool.query('SELECT conname FROM pg_constraint WHERE NOT convalidated');
  expect(rows).toEqual([]);
});
