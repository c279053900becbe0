import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grantAdmin } from '#features/accounts/server/users/grant-admin.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

let app: TestApp;
let admin: TestClient;
let ruth: TestClient;
let omar: TestClient;
let seller: TestClient;
let buyer: TestClient;
let stranger: TestClient;
let bookId: string;

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);

beforeAll(async () => {
  app = await TestApp.start({ variables: { CAMPUS_LANGUAGES: 'en,de' } });
  [admin, ruth, omar, seller, buyer, stranger] = await Promise.all([
    app.signedInClient('Ada Byron', 'ada@northfield.example'),
    app.signedInClient('Ruth Ellery'),
    app.signedInClient('Omar Haddad'),
    app.signedInClient('Daniel Osei'),
    app.signedInClient('Maya Lindgren'),
    app.signedInClient('Eve Stone'),
  ]);
  await app.database.transaction((tx) => grantAdmin(tx, 'ada@northfield.example'));
  await app.verifyEmails();
  bookId = (await seller.post('/api/books', algorithms)).body.id;
});
beforeEach(async () => {
  await query('DELETE FROM reports');
  await query('DELETE FROM cases');
  await query('DELETE FROM staff_digests');
  await setModerators(ruth, omar);
  await app.verifyEmails();
});
afterAll(() => app.stop());

const setModerators = (...members: TestClient[]) =>
  query(
    `UPDATE users SET staff_roles = CASE WHEN id = ANY ($1::uuid[]) THEN '{moderator}'::text[] ELSE '{}' END`,
    [members.map(({ id }) => id)],
  );

/** Events have an order by their time. */
const report = (by: TestClient, kind: string, id: string, more: object = {}) => {
  app.clock.advance(1);
  return by.post('/api/reports', { kind, id, reason: 'spam', ...more });
};
const list = async (by: TestClient, search = '') => (await by.get(`/api/staff/cases${search}`)).body;
const nextOf = (headers: Headers) => /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
const read = (by: TestClient, id: string) => by.get(`/api/staff/cases/${id}`);
const act = (by: TestClient, id: string, action: string, body?: object) => {
  app.clock.advance(1);
  return by.post(`/api/staff/cases/${id}/${action}`, body);
};
const codeOf = async (reply: ReturnType<TestClient['get']>) => {
  const { status, body } = await reply;
  return [status, body.code];
};

/** The case of the listing, reported by the buyer. */
async function openCase(): Promise<string> {
  expect((await report(buyer, 'book', bookId)).status).toBe(200);
  return (await list(ruth))[0].id;
}

/** The emails to a user that this matches. */
const mails = async ({ id }: TestClient, pattern: RegExp) =>
  (await readOutbox(app, id)).filter((text) => pattern.test(text));

describe('a case', () => {
  it('collects all that is reported about one object, with the newest reason and no email', async () => {
    const id = await openCase();
    await report(stranger, 'book', bookId, { reason: 'unsafe', text: 'Wants money first' });
    await report(stranger, 'user', seller.id);
    const cases = await list(ruth);
    expect(cases).toHaveLength(2);
    expect(cases[0]).toMatchObject({
      id,
      state: 'open',
      target: { type: 'book', id: bookId, title: algorithms.title },
      person: { id: seller.id, name: 'Daniel Osei' },
      takenBy: null,
      reports: 2,
      notices: 0,
      reason: 'unsafe',
      isLate: false,
    });
    expect(cases[1]).toMatchObject({ target: { type: 'user', id: seller.id, title: 'Daniel Osei' } });
    expect(cases[1].number).toBeGreaterThan(cases[0].number);
    const { body } = await read(ruth, id);
    expect(body).toMatchObject({
      book: { id: bookId, title: algorithms.title, isHidden: false, isDeleted: false },
      complaints: [
        { kind: 'report', by: { id: buyer.id, name: 'Maya Lindgren' }, reason: 'spam' },
        { by: { id: stranger.id }, reason: 'unsafe', text: 'Wants money first' },
      ],
      history: [{ kind: 'report-received', by: null }, { kind: 'report-received' }],
      personFacts: { confirmedSales: 0, pausedUntil: null },
      reservedTrades: 0,
      allowed: ['close', 'take', 'hide', 'remove', 'warn', 'pause'],
    });
    expect(JSON.stringify([cases, body])).not.toMatch(/@/);
  });

  it('shows the begin of a message, and nothing around it; no title once its object is deleted', async () => {
    const { body: talk } = await buyer.post('/api/conversations', { bookId });
    const send = async (content: string) =>
      (await seller.post('/api/messages', { conversationId: talk.id, content })).body.id as string;
    const messageId = await send('Pay me first');
    await send('Between us: 555 0100');
    await report(buyer, 'message', messageId);
    const other = (await seller.post('/api/books', algorithms)).body.id;
    await report(buyer, 'book', other);
    await seller.delete(`/api/books/${other}`);
    const [ofMessage, ofBook] = await list(ruth);
    expect(ofMessage.target).toEqual({ type: 'message', id: messageId, title: 'Pay me first' });
    expect(ofBook.target).toEqual({ type: 'book', id: other, title: null });
    const { body } = await read(ruth, ofMessage.id);
    expect(body).toMatchObject({ text: 'Pay me first', book: { id: bookId } });
    expect(JSON.stringify(body)).not.toContain('555 0100');
    expect(body.allowed).not.toContain('hide');
  });

  it('is late after 48 hours, and counted so', async () => {
    const id = await openCase();
    app.clock.advance({ hours: 48 });
    app.clock.advance({ seconds: -1 });
    expect((await ruth.get('/api/staff/cases/summary')).body).toEqual({ open: 1, inReview: 0, late: 0 });
    app.clock.advance({ seconds: 1 });
    await act(ruth, id, 'take');
    expect((await ruth.get('/api/staff/cases/summary')).body).toEqual({ open: 1, inReview: 1, late: 1 });
    expect((await list(ruth))[0]).toMatchObject({ id, isLate: true });
  });

  it('is for moderators and admins alone', async () => {
    const id = await openCase();
    expect((await read(admin, id)).status).toBe(200);
    await query(`UPDATE users SET staff_roles = '{course-editor}' WHERE id = $1`, [omar.id]);
    for (const by of [buyer, omar])
      expect(await codeOf(by.get('/api/staff/cases'))).toEqual([403, 'role-required']);
    expect(await codeOf(read(ruth, randomUUID()))).toEqual([404, 'case-not-found']);
    for (const action of ['take', 'release', 'approve'])
      expect(await codeOf(act(ruth, randomUUID(), action))).toEqual([404, 'case-not-found']);
  });
});

describe('the list', () => {
  it('has pages: what is not closed, the oldest first; closed ones, the last closed first', async () => {
    const about = [seller, omar, stranger];
    for (const person of about) {
      await report(buyer, 'user', person.id);
      app.clock.advance({ minutes: 1 });
    }
    const walk = async (by: TestClient, search: string) => {
      const ids: string[] = [];
      let path: string | undefined = `/api/staff/cases?limit=1&${search}`;
      while (path !== undefined) {
        const { body, headers } = await by.get(path);
        ids.push(...body.map(({ target }: { target: { id: string } }) => target.id));
        path = nextOf(headers);
      }
      return ids;
    };
    expect(await walk(ruth, '')).toEqual(about.map(({ id }) => id));
    const ids = (await list(ruth)).map(({ id }: { id: string }) => id);
    await act(ruth, ids[1], 'take');
    expect(await walk(ruth, 'only=mine')).toEqual([omar.id]);
    expect(await walk(admin, 'only=mine')).toEqual([]);
    expect(await walk(ruth, 'state=in-review')).toEqual([omar.id]);
    expect(await walk(ruth, 'state=open')).toHaveLength(3);
    for (const id of [ids[2], ids[0]]) {
      await act(ruth, id, 'close', { note: 'Seen' });
      app.clock.advance({ minutes: 1 });
    }
    expect(await walk(ruth, 'state=closed')).toEqual([seller.id, stranger.id]);
    expect(await walk(ruth, '')).toEqual([omar.id]);
    for (const only of ['appeals', 'first-listings']) expect(await walk(ruth, `only=${only}`)).toEqual([]);
  });
});

describe('taking a case', () => {
  it('shows it as taken to the others at once; of two at once one wins', async () => {
    const id = await openCase();
    const [watching, outside] = [await admin.connect(), await buyer.connect()];
    const replies = await Promise.all([act(ruth, id, 'take'), act(omar, id, 'take')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)!.body.code).toBe('case-taken');
    expect(await watching.next('case-changed')).toMatchObject({ caseId: id });
    const [{ takenBy, state }] = await list(admin);
    expect(state).toBe('in-review');
    const [taker, other] = takenBy.id === ruth.id ? [ruth, omar] : [omar, ruth];
    expect((await act(taker, id, 'take')).status).toBe(200);
    for (const by of [other, admin]) {
      expect((await read(by, id)).body.allowed).toEqual(by === admin ? ['release'] : []);
      expect(await codeOf(act(by, id, 'close', { note: '' }))).toEqual([409, 'case-taken']);
    }
    await outside.settled();
    expect(outside.all('case-changed')).toEqual([]);
  });

  it('is undone by its taker or an admin', async () => {
    const id = await openCase();
    await act(ruth, id, 'take');
    expect(await codeOf(act(omar, id, 'release'))).toEqual([409, 'case-taken']);
    expect((await act(ruth, id, 'release')).body).toMatchObject({ state: 'open', takenBy: null });
    await act(omar, id, 'take');
    const { body } = await act(admin, id, 'release');
    expect(body).toMatchObject({ state: 'open', takenBy: null });
    expect(
      body.history.map(({ kind, by }: { kind: string; by: { id: string } | null }) => [kind, by?.id]),
    ).toEqual([
      ['report-received', undefined],
      ['taken', ruth.id],
      ['released', ruth.id],
      ['taken', omar.id],
      ['released', admin.id],
    ]);
    expect((await act(omar, id, 'release')).status).toBe(200);
  });
});

describe('nobody judges their own case', () => {
  it('which is one about them: they cannot read it either', async () => {
    await report(buyer, 'user', ruth.id);
    const [{ id }] = await list(omar);
    for (const refused of [
      read(ruth, id),
      act(ruth, id, 'take'),
      act(ruth, id, 'close', { note: '' }),
      ruth.get(`/api/staff/cases/${id}/evidence`),
    ])
      expect(await codeOf(refused)).toEqual([409, 'own-case']);
    await act(omar, id, 'take');
    expect(await codeOf(act(ruth, id, 'release'))).toEqual([409, 'own-case']);
    expect((await act(omar, id, 'close', { note: '' })).status).toBe(200);
  });

  it('which is one that they have reported, while another can decide it', async () => {
    await report(ruth, 'book', bookId);
    const [{ id }] = await list(ruth);
    for (const [action, body] of [['take'], ['close', { note: '' }]] as const)
      expect(await codeOf(act(ruth, id, action, body))).toEqual([409, 'own-case']);
    expect((await read(ruth, id)).body.allowed).toEqual([]);
    await setModerators(ruth);
    await query('UPDATE users SET email_verified = false WHERE id = $1', [admin.id]);
    expect((await read(ruth, id)).body.allowed).toContain('close');
    expect((await act(ruth, id, 'close', { note: '' })).body.state).toBe('closed');
    await app.verifyEmails();
  });
});

describe('closing a case', () => {
  it('tells who reported it in their language, without the person, and opens it again with the next report', async () => {
    const id = await openCase();
    await query(`UPDATE users SET language = 'de' WHERE id = $1`, [stranger.id]);
    await query('UPDATE users SET email_verified = false WHERE id = $1', [omar.id]);
    await report(stranger, 'book', bookId);
    await report(omar, 'book', bookId);
    app.clock.advance({ minutes: 90 });
    const { body } = await act(ruth, id, 'close', { note: 'Looks fine' });
    expect(body).toMatchObject({ state: 'closed', allowed: [] });
    expect(body.history.at(-1)).toMatchObject({ kind: 'closed', by: { id: ruth.id }, note: 'Looks fine' });
    const [english] = await mails(buyer, /^Subject: We looked at what you reported$/m);
    const [german] = await mails(stranger, /^Subject: .*gemeldet/m);
    for (const text of [english, german]) {
      expect(text).toContain('/help');
      expect(text).not.toMatch(/Daniel|Osei|Looks fine|Algorithms/);
    }
    expect(await mails(omar, /reported/)).toEqual([]);
    const exported = (await buyer.get('/api/users/me/export')).body.reports;
    expect(exported).toMatchObject([{ id: bookId, status: 'dismissed' }]);
    expect(await codeOf(act(ruth, id, 'close', { note: '' }))).toEqual([409, 'case-closed']);
    expect(await codeOf(act(ruth, id, 'take'))).toEqual([409, 'case-closed']);
    const audit = (await admin.get('/api/admin/audit?limit=2')).body;
    expect(audit[0]).toMatchObject({
      action: 'case-closed',
      actor: { id: ruth.id },
      targetId: id,
      details: { measure: 'none', hours: 1.5 },
    });
    await report(buyer, 'book', bookId);
    expect((await read(ruth, id)).body).toMatchObject({ state: 'open', takenBy: null, reports: 4 });
    await app.verifyEmails();
  });

  it('is in the audit log with what was received', async () => {
    await report(buyer, 'book', bookId, { reason: 'unsafe' });
    const [received] = (await admin.get('/api/admin/audit?limit=1')).body;
    expect(received).toMatchObject({
      action: 'report-received',
      actor: null,
      targetKind: 'book',
      targetId: bookId,
      details: { reason: 'scam' },
    });
  });
});

describe('the digest', () => {
  it('goes to each member who decides cases once a day in the morning, while something is open', async () => {
    const digest = async () => {
      await app.app.context.jobs.runNow('send-staff-digest');
      const of = [admin, ruth, omar, seller].map((user) => mails(user, /^Subject: 1 case is open$/m));
      return (await Promise.all(of)).map(({ length }) => length);
    };
    expect(await digest()).toEqual([0, 0, 0, 0]);
    const id = await openCase();
    expect(await digest()).toEqual([0, 0, 0, 0]);
    app.clock.advance({ days: 1 });
    expect(await digest()).toEqual([1, 1, 1, 0]);
    expect(await digest()).toEqual([1, 1, 1, 0]);
    app.clock.advance({ days: 2 });
    expect(await digest()).toEqual([2, 2, 2, 0]);
    expect((await mails(ruth, /1 case is open/)).at(-1)).toContain('1 of them is older than 48 hours');
    await act(ruth, id, 'close', { note: '' });
    app.clock.advance({ days: 1 });
    expect(await digest()).toEqual([2, 2, 2, 0]);
  });
});

describe('a deleted user', () => {
  it('leaves a case that says no more who it was about, and no trace of the member who took it', async () => {
    const [leaving, member] = [
      await app.signedInClient('Lea Leaving'),
      await app.signedInClient('Mo Farrow'),
    ];
    await app.verifyEmails();
    await setModerators(ruth, member);
    await report(buyer, 'user', leaving.id);
    await report(buyer, 'book', bookId);
    const [ofPerson, ofBook] = await list(ruth);
    await act(member, ofBook.id, 'take');
    await act(member, ofPerson.id, 'close', { note: '' });
    for (const { id } of [leaving, member]) await app.app.accounts.deleteUser(id);
    expect((await read(ruth, ofPerson.id)).body).toMatchObject({
      state: 'closed',
      person: null,
      target: { type: 'user', title: null },
      history: [{ kind: 'report-received' }, { kind: 'closed', by: null }],
    });
    expect((await read(ruth, ofBook.id)).body).toMatchObject({ state: 'open', takenBy: null });
    const { rows } = await query(
      `SELECT to_jsonb(c) AS row FROM cases c UNION ALL SELECT to_jsonb(e) FROM case_events e`,
    );
    for (const { id } of [leaving, member]) expect(JSON.stringify(rows)).not.toContain(id);
  });
});
