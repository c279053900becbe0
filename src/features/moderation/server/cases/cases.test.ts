import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestApp, TestClient } from '#tests/support/server/test-app.ts';
import { codeOf, type TestCases, useTestCases } from '#tests/support/server/test-cases.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

let app: TestApp;
let bookId: string;
let admin: TestClient;
let ruth: TestClient;
let omar: TestClient;
let seller: TestClient;
let buyer: TestClient;
let stranger: TestClient;
let { query, setModerators, report, list, read, act, openCase } = {} as TestCases;

useTestCases((opened) => {
  ({ app, bookId, query, setModerators, report, list, read, act, openCase } = opened);
  ({ admin, ruth, omar, seller, buyer, stranger } = opened.people);
});

const nextOf = (headers: Headers) => /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];

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
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
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

  it('is undone by its taker or an admin; the history of one moment is in order', async () => {
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
