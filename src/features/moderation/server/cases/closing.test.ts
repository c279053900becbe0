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
let { query, setModerators, report, list, read, act, openCase, mails } = {} as TestCases;

useTestCases((opened) => {
  ({ app, bookId, query, setModerators, report, list, read, act, openCase, mails } = opened);
  ({ admin, ruth, omar, seller, buyer, stranger } = opened.people);
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
    expect(await mails(omar, /you reported/)).toEqual([]);
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
    await openCase();
    expect(await digest(), 'after quiet days it waits for the morning, too').toEqual([2, 2, 2, 0]);
    app.clock.advance({ days: 1 });
    expect(await digest()).toEqual([3, 3, 3, 0]);
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

  it('by a measure is told to those who reported anything of theirs, and closes all that is about them', async () => {
    const leaving = await app.signedInClient('Lou Leaving');
    await app.verifyEmails();
    const { body: book } = await leaving.post('/api/books', algorithms);
    await report(buyer, 'user', leaving.id);
    await report(stranger, 'book', book.id);
    const [ofPerson, ofBook] = await list(ruth);
    const measure = { kind: 'delete', reason: 'scam' };
    expect((await act(admin, ofPerson.id, 'measures', measure)).status).toBe(201);
    for (const by of [buyer, stranger])
      expect(await mails(by, /and took action|etwas unternommen/)).toHaveLength(1);
    expect(await list(ruth)).toEqual([]);
    expect((await read(ruth, ofBook.id)).body).toMatchObject({ state: 'closed', person: null });
    expect((await read(ruth, ofPerson.id)).body.measures).toMatchObject([{ kind: 'delete' }]);
  });
});
