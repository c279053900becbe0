import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCountedSale } from '#tests/support/product/create-sale.ts';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';

let world: ModerationWorld;
beforeAll(async () => void (world = await ModerationWorld.open()));
afterAll(() => world.app.stop());
beforeEach(async () => {
  for (const member of [world.ana, world.ben]) await world.setRoles(member, ['moderator']);
  await world.app.database.pool.query('UPDATE users SET is_admin = id = $1, admin_granted = id = $1', [
    world.admin.id,
  ]);
});

const query = (text: string, ...values: unknown[]) => world.app.database.pool.query(text, values);
const report = (by: TestClient, id: string, kind = 'book') =>
  by.post('/api/reports', { kind, id, reason: 'spam' });
const caseOf = async (targetId: string): Promise<string> =>
  (await query('SELECT id FROM cases WHERE target_id = $1', targetId)).rows[0].id;
const measure = (by: TestClient, caseId: string, input: object = { kind: 'hide' }) =>
  by.post(`/api/staff/cases/${caseId}/measures`, { reason: 'spam', ...input });
const appealOf = async (measureId: string): Promise<string> =>
  (await query('SELECT id FROM appeals WHERE measure_id = $1', measureId)).rows[0].id;
const decide = async (by: TestClient, measureId: string) =>
  by.post(`/api/staff/appeals/${await appealOf(measureId)}/decide`, { outcome: 'reversed', note: '' });
const secondAccount = (name: string) =>
  world.person(name, `${name}+${crypto.randomUUID().slice(0, 8)}@northfield.example`);
const withoutAdmin = () => query('UPDATE users SET is_admin = false, admin_granted = false');

describe('a member of the team with a second account of their mailbox', () => {
  it('does not decide what it reported', async () => {
    const bookId = await world.list(world.seller, 'Reported by another account');
    await report(await secondAccount('ana'), bookId);
    const caseId = await caseOf(bookId);
    expect((await measure(world.ana, caseId)).body.code).toBe('own-case');
    expect((await world.ana.post(`/api/staff/cases/${caseId}/take`, {})).body.code).toBe('own-case');
    expect((await measure(world.ben, caseId)).status).toBe(201);
  });

  it('does not answer the appeal of what it decided', async () => {
    const bookId = await world.list(world.seller, 'Decided by another account');
    const second = await secondAccount('ana');
    await world.setRoles(second, ['moderator']);
    const { id } = (await measure(second, await world.openBookCase(bookId))).body;
    await world.seller.post(`/api/decisions/${id}/appeal`, { text: 'No.' });
    expect((await decide(world.ana, id)).body.code).toBe('own-case');
    expect((await decide(world.ben, id)).status).toBe(200);
  });

  it('removes no review about any of its accounts', async () => {
    const second = await secondAccount('ben');
    for (const reviewed of [world.ben, second]) {
      const saleId = await createCountedSale(world.app, { sellerId: reviewed.id, buyerId: world.seller.id });
      const write = (by: TestClient) => by.post(`/api/reservations/${saleId}/review`, { stars: 1 });
      const { body } = await write(world.seller);
      await write(reviewed);
      const remove = (by: TestClient) => by.delete(`/api/admin/reviews/${body.id}?reason=spam`);
      expect((await remove(world.ben)).body.code).toBe('cannot-remove-own');
      expect((await remove(world.ana)).body).toEqual({ removed: true });
    }
  });
});

describe('a review about a member of the team', () => {
  const publishAbout = async (reviewed: TestClient) => {
    const author = await world.person('Nell Author');
    const saleId = await createCountedSale(world.app, { sellerId: reviewed.id, buyerId: author.id });
    const write = (by: TestClient) =>
      by.post(`/api/reservations/${saleId}/review`, { stars: 1, text: 'Rude' });
    const { id } = (await write(author)).body as { id: string };
    await write(reviewed);
    return { id, author };
  };

  it('is not judged by that member, with any account, while another one can', async () => {
    const { id, author } = await publishAbout(await secondAccount('ben'));
    const caseId = await world.openCase({ kind: 'review', id }, author.id);
    for (const kind of ['warn', 'pause'])
      expect((await measure(world.ben, caseId, { kind, days: 7 })).body.code).toBe('own-case');
    expect((await world.ben.post(`/api/staff/cases/${caseId}/take`, {})).body.code).toBe('own-case');
    expect((await measure(world.ana, caseId, { kind: 'warn' })).status).toBe(201);
  });

  it('is not kept removed by that member, who answers no appeal of it', async () => {
    const { id, author } = await publishAbout(world.ben);
    await world.ana.delete(`/api/admin/reviews/${id}?reason=harassment`);
    const [decision] = (await author.get('/api/decisions')).body;
    await author.post(`/api/decisions/${decision.id}/appeal`, { text: 'It is true.' });
    expect((await decide(world.ben, decision.id)).body.code).toBe('own-case');
    expect((await decide(world.admin, decision.id)).status).toBe(200);
  });

  it('is judged by that member if there is no other', async () => {
    await withoutAdmin();
    await query("UPDATE users SET staff_roles = '{}' WHERE id <> $1", world.ben.id);
    const { id, author } = await publishAbout(world.ben);
    const caseId = await world.openCase({ kind: 'review', id }, author.id);
    expect((await world.ben.post(`/api/staff/cases/${caseId}/close`, { note: '' })).status).toBe(200);
  });
});

it('closes the cases of all accounts that are deleted with a person, and tells who reported them', async () => {
  const person = await world.person('Max', 'max@northfield.example');
  const second = await secondAccount('max');
  const reporter = await world.person('Kay', 'kay@northfield.example');
  await report(reporter, second.id, 'user');
  const ofSecond = await caseOf(second.id);
  const deleted = await measure(world.admin, await world.openUserCase(person), { kind: 'delete' });
  expect(deleted.status).toBe(201);
  expect((await query('SELECT id FROM users WHERE id = $1', second.id)).rows).toEqual([]);
  expect((await query('SELECT state FROM cases WHERE id = $1', ofSecond)).rows).toEqual([
    { state: 'closed' },
  ]);
  expect((await world.mailsTo('kay@northfield.example')).join('')).toContain('took action');
  // Its history says what closed it: the deletion of the other case.
  const { history } = (await world.ana.get(`/api/staff/cases/${ofSecond}`)).body;
  expect(history.at(-1)).toMatchObject({
    kind: 'closed',
    by: { id: world.admin.id },
    measureId: deleted.body.id,
  });
});

describe('a case that nobody could decide', () => {
  it('is decided by one who reported it, if all who can did', async () => {
    await withoutAdmin();
    const bookId = await world.list(world.seller, 'Reported by all');
    for (const member of [world.ana, world.ben]) await report(member, bookId);
    expect((await measure(world.ana, await caseOf(bookId))).status).toBe(201);
  });

  it('is decided by the only administrator who reported a member', async () => {
    await report(world.admin, world.ben.id, 'user');
    const decided = await measure(world.admin, await caseOf(world.ben.id), { kind: 'warn' });
    expect(decided.status).toBe(201);
  });

  it('of an appeal is decided by who reported it, rather than by who took the measure', async () => {
    await withoutAdmin();
    const bookId = await world.list(world.seller, 'Reported by one, hidden by the other');
    await report(world.ana, bookId);
    const caseId = await caseOf(bookId);
    expect((await measure(world.ana, caseId)).body.code).toBe('own-case');
    const { id } = (await measure(world.ben, caseId)).body;
    await world.seller.post(`/api/decisions/${id}/appeal`, { text: 'No.' });
    expect((await decide(world.ben, id)).body.code).toBe('own-case');
    expect((await decide(world.ana, id)).status).toBe(200);
  });
});

it('closes no case whose appeal waits, least of all by who took the measure', async () => {
  const caseId = await world.openBookCase(await world.list(world.seller, 'Buried'));
  const { id } = (await measure(world.ana, caseId)).body;
  await world.seller.post(`/api/decisions/${id}/appeal`, { text: 'No.' });
  expect((await world.ana.get(`/api/staff/cases/${caseId}`)).body.allowed).not.toContain('close');
  for (const by of [world.ana, world.ben])
    expect((await by.post(`/api/staff/cases/${caseId}/close`, { note: '' })).body.code).toBe(
      'appeal-waiting',
    );
  expect((await decide(world.ben, id)).status).toBe(200);
});

it('holds no case of a member whose role is revoked', async () => {
  const open = async (title: string) => {
    const caseId = await world.openBookCase(await world.list(world.seller, title));
    expect((await world.ana.post(`/api/staff/cases/${caseId}/take`, {})).status).toBe(200);
    return caseId;
  };
  const [first, second] = [await open('Taken'), await open('Taken, too')];
  expect((await measure(world.ben, first)).body.code).toBe('case-taken');
  await world.setRoles(world.ana, []);
  expect((await measure(world.ben, first)).status).toBe(201);
  expect((await world.ben.get(`/api/staff/cases/${second}`)).body.allowed).toContain('take');
  const taken = await world.ben.post(`/api/staff/cases/${second}/take`, {});
  expect(taken.body).toMatchObject({ state: 'in-review', takenBy: { id: world.ben.id } });
  await world.setRoles(world.ana, ['moderator']);
  expect((await measure(world.ana, second)).body.code).toBe('case-taken');
});

it('lists no case about the reader: when it was opened tells who reported', async () => {
  const caseId = await world.openUserCase(world.ben);
  const other = await world.openUserCase(world.seller);
  const listed = async (by: TestClient) =>
    (await by.get('/api/staff/cases?limit=100')).body.map(({ id }: { id: string }) => id);
  expect(await listed(world.ana)).toEqual(expect.arrayContaining([caseId, other]));
  expect(await listed(world.ben)).toContain(other);
  expect(await listed(world.ben)).not.toContain(caseId);
});

it('tells a member nothing of the measure about them but its statement', async () => {
  const caseId = await world.openUserCase(world.ben);
  const input = { kind: 'warn', note: 'Please stop', internalNote: 'Mina has told us' };
  const { id } = (await measure(world.admin, caseId, input)).body;
  await world.ben.post(`/api/decisions/${id}/appeal`, { text: 'No.' });
  const text = JSON.stringify((await world.ben.get('/api/staff/appeals?limit=100')).body);
  expect(text).not.toContain('Mina');
  expect(text).not.toContain(id);
  expect(JSON.stringify((await world.ana.get('/api/staff/appeals?limit=100')).body)).toContain('Mina');
});

it('counts no hours of what staff decide unasked', async () => {
  const hours = async () =>
    (await query(`SELECT details FROM audit_entries WHERE action = 'case-closed' ORDER BY id DESC LIMIT 1`))
      .rows[0].details.hours;
  const bookId = await world.list(world.seller, 'Removed unasked');
  await world.admin.delete(`/api/admin/books/${bookId}?reason=spam`);
  expect(await hours()).toBeUndefined();
  const other = await world.list(world.seller, 'Reported first');
  const { id } = (await measure(world.ana, await world.openBookCase(other))).body;
  expect(await hours()).toBe(0);
  world.app.clock.advance({ hours: 30 });
  await world.seller.post(`/api/decisions/${id}/appeal`, { text: 'No.' });
  world.app.clock.advance({ hours: 2 });
  await decide(world.ben, id);
  expect(await hours()).toBeUndefined();
});
