import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { caseChanged } from '../case-hooks.ts';

let world: ModerationWorld;
beforeAll(async () => {
  world = await ModerationWorld.open();
});
afterAll(() => world.app.stop());

const measure = async (by: TestClient, caseId: string, input: object): Promise<string> =>
  (await by.post(`/api/staff/cases/${caseId}/measures`, { reason: 'scam', ...input })).body.id;
const appeal = (by: TestClient, id: string, text = 'I never did that.') =>
  by.post(`/api/decisions/${id}/appeal`, { text });
const decide = (by: TestClient, id: string, outcome: string, note = '') =>
  by.post(`/api/staff/appeals/${id}/decide`, { outcome, note });
const appealOf = async (measureId: string): Promise<string> =>
  (await world.ana.get('/api/staff/appeals?limit=100')).body.find(
    (one: { measure: { id: string } }) => one.measure.id === measureId,
  ).id;
const rowsOf = async (text: string, ...values: unknown[]) =>
  (await world.app.database.pool.query(text, values)).rows;
const caseOf = async (id: string) => (await rowsOf('SELECT state FROM cases WHERE id = $1', id))[0].state;
const lastAudit = async (action: string) =>
  (await rowsOf('SELECT details FROM audit_entries WHERE action = $1 ORDER BY id DESC LIMIT 1', action))[0]
    ?.details;

async function hiddenListing(title: string) {
  const bookId = await world.list(world.seller, title);
  const caseId = await world.openBookCase(bookId);
  return { bookId, caseId, id: await measure(world.ana, caseId, { kind: 'hide' }) };
}

describe('an appeal', () => {
  it('opens the case again, once, by its person alone', async () => {
    const { caseId, id } = await hiddenListing('Once');
    expect((await appeal(world.ben, id)).body.code).toBe('decision-not-found');
    expect((await appeal(world.seller, crypto.randomUUID())).body.code).toBe('decision-not-found');
    expect((await appeal(world.seller, id, ' ')).status).toBe(400);
    expect((await appeal(world.seller, id, 'x'.repeat(2_001))).status).toBe(400);
    const both = await Promise.all([appeal(world.seller, id), appeal(world.seller, id)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect((await appeal(world.seller, id)).body.code).toBe('decision-appealed');
    expect(await caseOf(caseId)).toBe('open');
    expect(await lastAudit('appeal-received')).toEqual({ reason: 'scam' });
    const lift = await world.ben.post(`/api/staff/measures/${id}/lift`, { note: '' });
    expect(lift.body.code).toBe('cannot-lift-measure');
  });

  it('is in time for six months; a lifted decision needs none', async () => {
    const { id } = await hiddenListing('In time');
    world.app.clock.advance({ days: 185 });
    expect((await appeal(world.seller, id)).body.code).toBe('appeal-expired');
    expect((await world.seller.get(`/api/decisions/${id}`)).status).toBe(404);
    const later = await hiddenListing('Lifted');
    await world.ben.post(`/api/staff/measures/${later.id}/lift`, { note: '' });
    expect((await appeal(world.seller, later.id)).body.code).toBe('appeal-expired');
  });

  it('is decided by another member, and never by its person', async () => {
    const { bookId, caseId, id } = await hiddenListing('Another');
    await appeal(world.seller, id);
    const appealId = await appealOf(id);
    const listed = async (by: TestClient) =>
      (await by.get('/api/staff/appeals?limit=100')).body.find((one: { id: string }) => one.id === appealId);
    expect(await listed(world.ana)).toMatchObject({ canDecide: false, text: 'I never did that.', caseId });
    expect((await listed(world.ben)).canDecide).toBe(true);
    expect((await decide(world.ana, appealId, 'upheld')).body.code).toBe('own-case');
    world.app.clock.advance({ hours: 3 });
    const answers = await Promise.all([
      decide(world.ben, appealId, 'reversed', 'You are right'),
      decide(world.admin, appealId, 'reversed', 'You are right'),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect((await decide(world.ben, appealId, 'upheld')).body.code).toBe('appeal-decided');
    expect((await world.app.visitor().get(`/api/books/${bookId}`)).status).toBe(200);
    expect(await caseOf(caseId)).toBe('closed');
    const { history } = (await world.ben.get(`/api/staff/cases/${caseId}`)).body;
    expect(history.at(-1).kind).toBe('appeal-reversed');
    expect(history.map(({ kind }: { kind: string }) => kind)).not.toContain('closed');
    expect(await lastAudit('appeal-decided')).toEqual({ outcome: 'reversed', reason: 'scam', hours: 3 });
    expect((await world.seller.get('/api/decisions')).body[0]).toMatchObject({
      state: 'reversed',
      isNew: true,
      appeal: { state: 'reversed', note: 'You are right', isSameMember: false },
    });
    const mails = (await world.mailsTo('jonas@northfield.example')).join('');
    expect(mails).toMatch(
      /Your appeal was answered[\s\S]*shown again[\s\S]*You are right[\s\S]*Someone else/,
    );
    expect((await decide(world.ben, crypto.randomUUID(), 'upheld')).body.code).toBe('appeal-not-found');
  });

  it('is decided by the same member if there is no other, which its answer says', async () => {
    const { id } = await hiddenListing('Alone');
    await appeal(world.seller, id);
    const appealId = await appealOf(id);
    const verified = (is: boolean) =>
      rowsOf('UPDATE users SET email_verified = $1 WHERE id = ANY ($2)', is, [world.ben.id, world.admin.id]);
    await verified(false);
    const answer = await decide(world.ana, appealId, 'upheld');
    await verified(true);
    expect(answer).toMatchObject({ status: 200, body: { state: 'upheld' } });
    expect((await world.seller.get('/api/decisions')).body[0].appeal.isSameMember).toBe(true);
    expect((await world.mailsTo('jonas@northfield.example')).join('')).toMatch(/no other/);
  });

  it('of a member of the team waits for an administrator', async () => {
    const caseId = await world.openUserCase(world.ben);
    const id = await measure(world.admin, caseId, { kind: 'warn' });
    await appeal(world.ben, id);
    const appealId = await appealOf(id);
    const canDecide = async (by: TestClient) =>
      (await by.get(`/api/staff/cases/${caseId}`)).body.appeal.canDecide;
    expect([await canDecide(world.admin), await canDecide(world.ana)]).toEqual([true, false]);
    expect((await decide(world.ben, appealId, 'reversed')).body.code).toBe('own-case');
    expect((await decide(world.ana, appealId, 'reversed')).body.code).toBe('cannot-measure-staff');
    expect((await decide(world.admin, appealId, 'reversed')).status).toBe(200);
  });

  it('is answered before anything else of its case, and keeps open what came in meanwhile', async () => {
    const { bookId, caseId, id } = await hiddenListing('First the answer');
    await appeal(world.seller, id);
    await world.openBookCase(bookId);
    const queue = async () =>
      (await world.ben.get('/api/staff/cases?only=appeals&limit=100')).body.map(
        (one: { id: string }) => one.id,
      );
    const act = async (by: TestClient, act: string, input = {}) => {
      const { status, body } = await by.post(`/api/staff/cases/${caseId}/${act}`, input);
      return body.code ?? status;
    };
    const allowed = async () => (await world.ben.get(`/api/staff/cases/${caseId}`)).body.allowed;
    expect(await allowed()).toEqual(['take']);
    expect([await act(world.ben, 'take'), await act(world.ben, 'take')]).toEqual([200, 200]);
    expect(await allowed()).toEqual(['release']);
    expect(await act(world.ben, 'close', { note: '' })).toBe('appeal-waiting');
    expect(await act(world.ben, 'measures', { kind: 'remove', reason: 'scam' })).toBe('appeal-waiting');
    expect(await act(world.ben, 'measures', { kind: 'warn', reason: 'scam' })).toBe('appeal-waiting');
    await act(world.ben, 'release');
    expect(await act(world.admin, 'measures', { kind: 'delete', reason: 'scam' })).toBe('appeal-waiting');
    expect((await world.admin.delete(`/api/admin/books/${bookId}`)).body.code).toBe('appeal-waiting');
    expect(await queue()).toContain(caseId);
    await decide(world.ben, await appealOf(id), 'upheld');
    expect(await queue()).not.toContain(caseId);
    expect(await caseOf(caseId)).toBe('open');
    expect(await allowed()).toEqual(['close', 'take', 'remove', 'warn', 'pause']);
    expect(await act(world.ben, 'close', { note: '' })).toBe(200);
  });

  it('ends a pause, and deletes a removed listing once it is upheld', async () => {
    const person = await world.person('Nora');
    const paused = await measure(world.ana, await world.openUserCase(person), { kind: 'pause', days: 30 });
    await appeal(person, paused);
    await decide(world.ben, await appealOf(paused), 'reversed');
    expect(
      (await rowsOf('SELECT paused_until FROM users WHERE id = $1', person.id))[0].paused_until,
    ).toBeNull();
    const bookId = await world.list(world.seller, 'Removed');
    const removed = await measure(world.ana, await world.openBookCase(bookId), { kind: 'remove' });
    await appeal(world.seller, removed);
    const { jobs } = world.app.app.context;
    const isDeleted = async () =>
      (await rowsOf('SELECT deleted_at FROM books WHERE id = $1', bookId))[0].deleted_at !== null;
    await jobs.runNow('delete-removed-listings');
    expect(await isDeleted()).toBe(false);
    await decide(world.ben, await appealOf(removed), 'upheld');
    world.app.clock.advance({ days: 1 });
    await jobs.runNow('delete-removed-listings');
    expect(await isDeleted()).toBe(true);
  });
});

describe('a deleted person', () => {
  async function deleted(email: string) {
    const person = await world.person('Gone', email);
    const id = await measure(world.admin, await world.openUserCase(person), { kind: 'delete', note: 'Why' });
    const mail = (await world.mailsTo(email)).join('');
    return { id, token: /appeal\?token=(\S+)/.exec(mail)![1]! };
  }
  const visitor = () => world.app.visitor();

  it('reads and appeals by the link; the answer lifts the ban alone, and nothing keeps the email', async () => {
    const email = 'gone@northfield.example';
    const { id, token } = await deleted(email);
    expect(await visitor().post('/api/appeals/read', { token })).toMatchObject({
      status: 200,
      body: { id, kind: 'delete', note: 'Why', canAppeal: true, isBanned: true },
    });
    expect((await visitor().post('/api/appeals', { token, text: 'Not me' })).status).toBe(201);
    expect((await visitor().post('/api/appeals', { token, text: 'Not me' })).body.code).toBe(
      'decision-appealed',
    );
    expect((await rowsOf('SELECT answer_email FROM appeals WHERE measure_id = $1', id))[0].answer_email).toBe(
      email,
    );
    await decide(world.ana, await appealOf(id), 'reversed', 'Sorry');
    expect(
      (await rowsOf('SELECT answer_email FROM appeals WHERE measure_id = $1', id))[0].answer_email,
    ).toBeNull();
    expect((await world.mailsTo(email)).join('')).toMatch(/sign up again with[\s\S]*Sorry/);
    world.app.clock.advance({ minutes: 1 });
    expect((await world.app.signedInClient('Back', email)).id).not.toBe('');
    expect((await visitor().post('/api/appeals/read', { token })).body).toMatchObject({
      state: 'reversed',
      appeal: { state: 'reversed', note: 'Sorry' },
    });
  });

  it('has a link that nobody else can make, and that ends after six months', async () => {
    const { token } = await deleted('later@northfield.example');
    for (const wrong of ['x', `${token.slice(0, -2)}AA`, token.slice(1)])
      expect(await visitor().post('/api/appeals/read', { token: wrong })).toMatchObject({
        status: 404,
        body: { code: 'decision-not-found' },
      });
    world.app.clock.advance({ days: 185 });
    expect((await visitor().post('/api/appeals/read', { token })).status).toBe(404);
    expect((await visitor().post('/api/appeals', { token, text: 'Late' })).status).toBe(409);
    await world.app.app.context.jobs.runNow('erase-old-deletions');
    expect(await rowsOf("SELECT id FROM measures WHERE kind = 'delete' AND note <> ''")).toEqual([]);
  });

  it('leaves no word once the time to appeal is over', async () => {
    const { id, token } = await deleted('words@northfield.example');
    await visitor().post('/api/appeals', { token, text: 'About me' });
    await decide(world.ana, await appealOf(id), 'upheld', 'About you');
    const words = async () => {
      await world.app.app.context.jobs.runNow('erase-old-deletions');
      const rows = await rowsOf(
        `SELECT text AS words FROM appeals WHERE measure_id = $1 UNION SELECT note FROM appeals WHERE measure_id = $1
        UNION SELECT note FROM case_events WHERE measure_id = $1 UNION SELECT note FROM measures WHERE id = $1`,
        id,
      );
      return rows.map((row: { words: string }) => row.words).toSorted();
    };
    expect(await words()).toEqual(['', 'About me', 'About you', 'Why']);
    world.app.clock.advance({ days: 185 });
    expect(await words()).toEqual(['']);
  });

  it('leaves decisions without words, and no appeal that waits', async () => {
    const person = await world.person('Una');
    const bookId = await world.list(person, 'Theirs');
    const caseId = await world.openBookCase(bookId, person);
    const id = await measure(world.ana, caseId, { kind: 'hide', note: 'To you', internalNote: 'About you' });
    await appeal(person, id);
    const file = (await person.get('/api/users/me/export')).body;
    expect(file.decisions).toMatchObject([{ kind: 'hide', note: 'To you', appeal: { state: 'waiting' } }]);
    expect(JSON.stringify(file)).not.toContain('About you');
    const changed: string[] = [];
    const stop = world.app.app.context.events.subscribe(caseChanged, (of) => void changed.push(of.caseId));
    await world.app.app.accounts.deleteUser(person.id);
    stop();
    expect(changed).toEqual([caseId]);
    expect(
      await rowsOf('SELECT user_id, title, note, internal_note, kind FROM measures WHERE id = $1', id),
    ).toEqual([{ user_id: null, title: null, note: '', internal_note: '', kind: 'hide' }]);
    expect(await rowsOf('SELECT id FROM appeals WHERE measure_id = $1', id)).toEqual([]);
    expect(await rowsOf("SELECT note FROM case_events WHERE case_id = $1 AND note <> ''", caseId)).toEqual(
      [],
    );
    expect(await caseOf(caseId)).toBe('closed');
    const { history } = (await world.ben.get(`/api/staff/cases/${caseId}`)).body;
    expect(history.at(-1)).toMatchObject({ kind: 'closed', by: null, measureId: id });
  });
});
