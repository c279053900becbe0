import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { MAX_PLACES } from '../../rules.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await TestApp.start({ variables: { CAMPUS_TIME_ZONE: 'Europe/Berlin' } });
  admin = await app.signedInClient('Ruth Adler', 'ruth@northfield.example');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
});
afterAll(() => app.stop());
beforeEach(() => app.database.pool.query('TRUNCATE places'));

const add = (name: string, hint?: string) => admin.post('/api/admin/places', { name, hint });
const shown = async () => (await app.visitor().get('/api/places')).body;
const names = async () => (await shown()).places.map(({ name }: { name: string }) => name);
const audited = async () => {
  const { body } = await admin.get('/api/admin/audit');
  return body
    .slice(0, 7)
    .map(({ action, targetKind }: { action: string; targetKind: string | null }) => [action, targetKind]);
};

it('are shown to everybody in their order, with the time zone of the campus', async () => {
  expect(await shown()).toEqual({ timeZone: 'Europe/Berlin', places: [] });
  const library = await add(' Library entrance ', 'Inside, by the returns desk. Staffed.');
  expect(library).toMatchObject({ status: 201, body: { name: 'Library entrance' } });
  const cafe = (await add('Student Union café', '')).body;
  expect((await shown()).places).toEqual([library.body, { ...cafe, hint: null }]);
});

it('are changed, put into another order and deleted by administrators, who are recorded', async () => {
  const [one, two, three] = [(await add('One')).body, (await add('Two')).body, (await add('Three')).body];
  const changed = await admin.patch(`/api/admin/places/${two.id}`, { name: 'Second', hint: 'By the desk' });
  expect(changed).toMatchObject({ status: 200, body: { id: two.id, name: 'Second', hint: 'By the desk' } });
  const order = [three.id, one.id, two.id];
  const ordered = await admin.send('PUT', '/api/admin/places/order', { ids: order });
  expect(ordered.body.map(({ id }: { id: string }) => id)).toEqual(order);
  expect(await names()).toEqual(['Three', 'One', 'Second']);
  expect((await admin.delete(`/api/admin/places/${one.id}`)).status).toBe(200);
  expect((await admin.delete(`/api/admin/places/${one.id}`)).status).toBe(404);
  expect(await names()).toEqual(['Three', 'Second']);
  await add('Four');
  expect(await names()).toEqual(['Three', 'Second', 'Four']);
  expect(await audited()).toEqual([
    ['place-added', 'place'],
    ['place-deleted', 'place'],
    ['places-ordered', null],
    ['place-edited', 'place'],
    ...Array.from({ length: 3 }, () => ['place-added', 'place']),
  ]);
});

it('keep their order when one was added or deleted meanwhile', async () => {
  const [one, two] = [(await add('One')).body, (await add('Two')).body];
  for (const ids of [[one.id], [two.id, two.id], [two.id, randomUUID()], [two.id, one.id, randomUUID()]])
    expect(await admin.send('PUT', '/api/admin/places/order', { ids })).toMatchObject({
      status: 409,
      body: { code: 'places-changed' },
    });
  expect(await names()).toEqual(['One', 'Two']);
});

it('have different names, also when added at the same time', async () => {
  const replies = await Promise.all([add('Library'), add('library ')]);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(1);
  expect(await names()).toHaveLength(1);
  const cafe = (await add('Café')).body;
  const refused = await admin.patch(`/api/admin/places/${cafe.id}`, { name: 'LIBRARY' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'place-exists' } });
  expect((await admin.patch(`/api/admin/places/${cafe.id}`, { name: 'CAFÉ' })).status).toBe(200);
});

it('are limited in number and length, also when added at the same time', async () => {
  expect((await add('x'.repeat(81))).status).toBe(400);
  expect((await add('x', 'x'.repeat(121))).status).toBe(400);
  expect((await add('  ')).status).toBe(400);
  const replies = await Promise.all(
    Array.from({ length: MAX_PLACES + 3 }, (_, index) => add(`Place ${index}`)),
  );
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(3);
  expect(await names()).toHaveLength(MAX_PLACES);
});
