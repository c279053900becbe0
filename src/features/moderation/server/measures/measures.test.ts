import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';

let world: ModerationWorld;
beforeAll(async () => {
  world = await ModerationWorld.open();
});
afterAll(() => world.app.stop());

const measure = (by: TestClient, caseId: string, input: object) =>
  by.post(`/api/staff/cases/${caseId}/measures`, { reason: 'scam', ...input });
const lift = (by: TestClient, id: string, note = '') => by.post(`/api/staff/measures/${id}/lift`, { note });

const rowsOf = async (text: string, ...values: unknown[]) =>
  (await world.app.database.pool.query(text, values)).rows;
const stateOf = async (caseId: string) =>
  (await rowsOf('SELECT state FROM cases WHERE id = $1', caseId))[0].state;
const historyOf = async (caseId: string) =>
  (await rowsOf('SELECT kind FROM case_events WHERE case_id = $1 ORDER BY at, sequence', caseId)).map(
    ({ kind }) => kind,
  );
const auditOf = async (action: string) =>
  (
    await rowsOf(
      'SELECT actor_id, target_kind, target_id, details FROM audit_entries WHERE action = $1 ORDER BY id DESC',
      action,
    )
  )[0];
const listed = async (bookId: string): Promise<boolean> =>
  (await world.app.visitor().get('/api/books?limit=100')).body.some(
    ({ id }: { id: string }) => id === bookId,
  );

describe('hiding a listing', () => {
  it('hides it from others until it is lifted, with a statement each', async () => {
    const id = await world.list(world.seller, 'Campbell Biology');
    const caseId = await world.openBookCase(id);
    const taken = await measure(world.ana, caseId, {
      kind: 'hide',
      note: 'A gift card.',
      internalNote: 'Hm',
    });
    expect(taken).toMatchObject({
      status: 201,
      body: {
        kind: 'hide',
        state: 'active',
        source: 'staff',
        title: 'Campbell Biology',
        decidedBy: { name: 'Ana Costa' },
      },
    });
    expect((await world.app.visitor().get('/api/books')).body).toEqual([]);
    expect(await stateOf(caseId)).toBe('closed');
    expect(await historyOf(caseId)).toEqual(['report-received', 'measure-taken']);
    expect(await auditOf('measure-taken')).toEqual({
      actor_id: world.ana.id,
      target_kind: 'book',
      target_id: id,
      details: { kind: 'hide', reason: 'scam', source: 'staff', caseId },
    });
    const [decision] = (await world.seller.get('/api/decisions')).body;
    expect(decision).toMatchObject({
      id: taken.body.id,
      kind: 'hide',
      reason: 'scam',
      note: 'A gift card.',
      until: null,
      canAppeal: true,
      appeal: null,
      isNew: true,
    });
    expect(JSON.stringify(decision)).not.toMatch(/Ana|Hm/);
    expect((await world.mailsTo('jonas@northfield.example')).join('')).toMatch(/We hid your listing/);

    expect(await lift(world.ben, taken.body.id, 'Our mistake')).toMatchObject({
      status: 200,
      body: { state: 'lifted' },
    });
    expect(await listed(id)).toBe(true);
    expect((await world.seller.get('/api/decisions')).body[0]).toMatchObject({
      state: 'lifted',
      liftNote: 'Our mistake',
      canAppeal: false,
      isNew: true,
    });
    expect((await world.mailsTo('jonas@northfield.example')).join('')).toMatch(/Our mistake/);
    expect(await auditOf('measure-lifted')).toMatchObject({ details: { kind: 'hide', reason: 'scam' } });
    expect((await lift(world.ben, taken.body.id)).body.code).toBe('cannot-lift-measure');
  });

  it('is not done twice, and needs an open case of a listing', async () => {
    const id = await world.list(world.seller);
    const caseId = await world.openBookCase(id);
    const both = await Promise.all([1, 2].map(() => measure(world.ana, caseId, { kind: 'hide' })));
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    await world.openBookCase(id);
    expect((await measure(world.ben, caseId, { kind: 'hide' })).body.code).toBe('invalid-measure');
    expect((await measure(world.ben, caseId, { kind: 'remove' })).status).toBe(201);
    expect((await measure(world.ben, caseId, { kind: 'warn' })).body.code).toBe('case-closed');
    const person = await world.openUserCase(world.seller);
    for (const kind of ['hide', 'remove'])
      expect((await measure(world.ana, person, { kind })).body.code).toBe('invalid-measure');
    expect((await measure(world.ana, crypto.randomUUID(), { kind: 'warn' })).body.code).toBe(
      'case-not-found',
    );
  });

  it('asks for words where the reason is another one', async () => {
    const caseId = await world.openBookCase(await world.list(world.seller));
    const refused = await measure(world.ana, caseId, { kind: 'hide', reason: 'other', note: ' ' });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'note' }] } });
    expect((await measure(world.ana, caseId, { kind: 'hide', reason: 'other', note: 'Why' })).status).toBe(
      201,
    );
  });
});

describe('removing a listing', () => {
  it('keeps it unseen until its time to appeal is over, and then deletes it', async () => {
    const id = await world.list(world.seller, 'Jane Eyre');
    const { body } = await measure(world.ana, await world.openBookCase(id), { kind: 'remove' });
    const { jobs } = world.app.app.context;
    const isDeleted = async () =>
      (await rowsOf('SELECT deleted_at FROM books WHERE id = $1', id))[0].deleted_at !== null;
    world.app.clock.advance({ days: 150 });
    await jobs.runNow('delete-removed-listings');
    expect(await isDeleted()).toBe(false);
    world.app.clock.advance({ days: 35 });
    await jobs.runNow('delete-removed-listings');
    expect(await isDeleted()).toBe(true);
    expect((await lift(world.ben, body.id)).body.code).toBe('cannot-lift-measure');
  });

  it('cancels its reservation only if nobody is to get it', async () => {
    const buyer = await world.person('Max');
    const isReserved = async (reason: string) => {
      const bookId = await world.list(world.seller, 'Reserved');
      const { body: talk } = await buyer.post('/api/conversations', { bookId });
      await buyer.post('/api/messages', { conversationId: talk.id, content: 'Hello' });
      expect((await world.seller.post(`/api/conversations/${talk.id}/reservations`, {})).status).toBe(200);
      const removal = { kind: 'remove', reason, note: 'Why' };
      expect((await measure(world.ana, await world.openBookCase(bookId), removal)).status).toBe(201);
      return (await rowsOf('SELECT state FROM reservations WHERE book_id = $1', bookId))[0].state;
    };
    const states = [];
    for (const reason of ['scam', 'other', 'illegal-content', 'prohibited-item'])
      states.push(await isReserved(reason));
    expect(states).toEqual(['active', 'active', 'canceled', 'canceled']);
  });

  it('is lifted while it is kept', async () => {
    const id = await world.list(world.seller, 'Emma');
    const { body } = await measure(world.ana, await world.openBookCase(id), { kind: 'remove' });
    expect((await world.app.visitor().get('/api/books?search=Emma')).body).toEqual([]);
    expect((await lift(world.ana, body.id)).status).toBe(200);
    expect(await listed(id)).toBe(true);
  });
});

describe('a person', () => {
  const pausedUntil = async ({ id }: TestClient): Promise<Date | null> =>
    (await rowsOf('SELECT paused_until FROM users WHERE id = $1', id))[0].paused_until;

  it('is warned, and the warning withdrawn', async () => {
    const person = await world.person('Leo');
    const { body } = await measure(world.ana, await world.openUserCase(person), {
      kind: 'warn',
      reason: 'spam',
    });
    expect((await person.get('/api/decisions/summary')).body).toEqual({ new: 1 });
    expect((await person.get(`/api/decisions/${body.id}`)).body).toMatchObject({
      kind: 'warn',
      isNew: false,
    });
    expect((await person.get('/api/decisions/summary')).body).toEqual({ new: 0 });
    await lift(world.ana, body.id);
    expect((await person.get('/api/decisions/summary')).body).toEqual({ new: 1 });
  });

  it('is paused for 1, 7 or 30 days; of two pauses the later end wins', async () => {
    const person = await world.person('Mia');
    const caseId = await world.openUserCase(person);
    const pause = (days?: number) => measure(world.ana, caseId, { kind: 'pause', days });
    expect((await pause()).body.code).toBe('invalid-measure');
    expect((await pause(2)).status).toBe(400);
    const start = world.app.clock.now().getTime();
    const long = await pause(30);
    expect(await pausedUntil(person)).toEqual(new Date(start + 30 * 86_400_000));
    await world.openUserCase(person);
    world.app.clock.advance({ hours: 1 });
    const short = await pause(7);
    expect(await pausedUntil(person)).toEqual(new Date(start + 30 * 86_400_000));
    expect(short.body.until).toBe(long.body.until);
    const states = await rowsOf('SELECT id, state FROM measures WHERE user_id = $1 ORDER BY id', person.id);
    expect(states).toEqual([
      { id: long.body.id, state: 'ended' },
      { id: short.body.id, state: 'active' },
    ]);
    expect((await lift(world.ana, long.body.id)).body.code).toBe('cannot-lift-measure');
    expect((await lift(world.ana, short.body.id)).status).toBe(200);
    expect(await pausedUntil(person)).toBeNull();
  });

  it('is deleted and banned by an administrator only', async () => {
    const person = await world.person('Eve', 'eve@northfield.example');
    const caseId = await world.openUserCase(person);
    expect(await measure(world.ana, caseId, { kind: 'delete' })).toMatchObject({ status: 403 });
    const deleted = await measure(world.admin, caseId, { kind: 'delete', note: 'Bye' });
    expect(deleted).toMatchObject({ status: 201, body: { kind: 'delete', note: 'Bye' } });
    expect(await stateOf(caseId)).toBe('closed');
    expect((await person.get('/api/decisions')).status).toBe(401);
    const again = { name: 'Eve', email: 'eve@northfield.example', password: 'correct horse' };
    expect((await world.app.visitor().post('/api/auth/sign-up/email', again)).status).toBe(403);
    expect((await world.mailsTo('eve@northfield.example')).join('')).toMatch(
      /We deleted your account[\s\S]*\/appeal\?token=/,
    );
    expect(await auditOf('measure-taken')).toMatchObject({ target_kind: 'user', target_id: person.id });
  });
});

describe('who may decide', () => {
  it('nobody decides their own case, also as another account of their mailbox', async () => {
    const own = await world.openUserCase(world.ana);
    expect((await measure(world.ana, own, { kind: 'warn' })).body.code).toBe('own-case');
    const second = await world.person('Ana again', 'ana+2@northfield.example');
    const other = await world.openUserCase(second);
    expect((await measure(world.ana, other, { kind: 'warn' })).body.code).toBe('own-case');
  });

  it('members of the team only administrators, and administrators are never deleted', async () => {
    const caseId = await world.openUserCase(world.ben);
    expect((await measure(world.ana, caseId, { kind: 'warn' })).body.code).toBe('cannot-measure-staff');
    const { body } = await measure(world.admin, caseId, { kind: 'warn' });
    expect((await lift(world.ana, body.id)).body.code).toBe('cannot-measure-staff');
    expect((await lift(world.admin, body.id)).status).toBe(200);
    const ola = await world.person('Ola', 'ola@northfield.example');
    await world.app.database.pool.query(
      'UPDATE users SET is_admin = true, admin_granted = true WHERE id = $1',
      [ola.id],
    );
    const admins = await world.openUserCase(ola);
    expect((await measure(world.admin, admins, { kind: 'delete' })).body.code).toBe('cannot-measure-staff');
  });

  it('one case one member at a time', async () => {
    const caseId = await world.openUserCase(world.seller);
    await world.app.database.pool.query(
      "UPDATE cases SET state = 'in-review', taken_by = $2, taken_at = now() WHERE id = $1",
      [caseId, world.ben.id],
    );
    for (const other of [world.ana, world.admin])
      expect((await measure(other, caseId, { kind: 'warn' })).body.code).toBe('case-taken');
    expect((await measure(world.ben, caseId, { kind: 'warn' })).status).toBe(201);
  });
});

it('names what led to it: reports before a notice, counted since the case was opened last', async () => {
  const id = await world.list(world.seller, 'Reported');
  const readers = [await world.person('Kim'), await world.person('Lee')];
  for (const reader of readers)
    expect((await reader.post('/api/reports', { kind: 'book', id, reason: 'unsafe' })).status).toBe(200);
  const caseId = (await rowsOf('SELECT id FROM cases WHERE target_id = $1', id))[0].id;
  const hidden = await measure(world.ana, caseId, { kind: 'hide' });
  expect(hidden.body.source).toBe('report');
  const decision = (await world.seller.get(`/api/decisions/${hidden.body.id}`)).body;
  expect(decision).toMatchObject({ source: 'report', reports: 2, notices: 0 });
  expect(JSON.stringify(decision)).not.toMatch(/Kim|Lee/);
  expect((await world.mailsTo('jonas@northfield.example')).join('')).toContain('2 reports led to it.');
  world.app.clock.advance({ minutes: 1 });
  await world.admin.delete(`/api/admin/books/${id}?reason=spam`);
  expect((await world.seller.get('/api/decisions')).body[0]).toMatchObject({
    kind: 'remove',
    source: 'staff',
    reports: 0,
  });
});

it('leaves who reported a case out of it while another member can decide', async () => {
  const id = await world.list(world.seller, 'By a member');
  await world.ana.post('/api/reports', { kind: 'book', id, reason: 'unsafe' });
  const caseId = (await rowsOf('SELECT id FROM cases WHERE target_id = $1', id))[0].id;
  expect((await measure(world.ana, caseId, { kind: 'hide' })).body.code).toBe('own-case');
  expect((await measure(world.ben, caseId, { kind: 'hide' })).status).toBe(201);
});
