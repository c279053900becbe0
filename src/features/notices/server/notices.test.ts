import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { users } from '#features/accounts/server/table.ts';
import { auditEntries } from '#features/audit/server/table.ts';
import { hideBooks } from '#features/books/server/hidden/public.ts';
import { cases } from '#features/moderation/server/table.ts';
import { queuedEmails } from '#platform/server/mail/table.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';
import { localeOfTests } from '#tests/support/test-market.ts';
import { MAX_OPEN_PAGE_CASES, noticeRateLimit } from '../rules.ts';
import { eraseNotifiers } from './erase-notifiers.ts';
import { createNoticeSource } from './notice-source.ts';
import { createNoticePersonalData } from './personal-data.ts';
import { notices } from './table.ts';

const words = {
  reason: 'It sells a copied book: § 106 UrhG.',
  name: 'Ada Reeves',
  email: 'Ada@Reeves.example',
  goodFaith: true,
};

let app: TestApp;
let seller: TestClient;
let bookId: string;
/** Visitors of one network are limited together. */
let network = 0;

beforeAll(async () => {
  app = await TestApp.start({
    // Emails wait in the queue: nothing listens there.
    variables: {
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'books@northfield.example',
    },
  });
  seller = await app.signedInClient('Daniel Osei', 'daniel@northfield.example');
});
beforeEach(async () => {
  app.clock.advance({ days: 2 });
  await app.database.pool.query('DELETE FROM notices; DELETE FROM case_events; DELETE FROM cases');
  await app.database.pool.query('DELETE FROM queued_emails');
  bookId = (await seller.post('/api/books', algorithms)).body.id;
  network += 1;
});
afterAll(() => app.stop());

type Sender = { user?: TestClient; from?: string };
const notify = (changes: object = {}, { user = app.visitor(), from = `10.20.${network}.1` }: Sender = {}) =>
  user.send(
    'POST',
    '/api/notices',
    { url: `${app.address}/book/${bookId}`, ...words, ...changes },
    { 'x-forwarded-for': from },
  );
const stored = () => app.database.orm.select().from(notices).orderBy(notices.number);
const openCases = () => app.database.orm.select().from(cases).orderBy(cases.number);
const mails = () => app.database.orm.select().from(queuedEmails).orderBy(queuedEmails.createdAt);
const linkOf = async () => {
  const text = (await mails()).map((mail) => mail.body).join('\n');
  return /notice\?token=([\w-]+)/.exec(text)?.[1] ?? '';
};
const confirm = (token: string) => app.visitor().post('/api/notices/confirm', { token });
const close = async (measure: 'hide' | null) => {
  const [only] = await openCases();
  const source = createNoticeSource(app.app.context);
  await app.database.transaction((tx) =>
    source.onClosed(tx, { caseId: only!.id, measure, now: app.clock.now() }),
  );
};

describe('a notice', () => {
  it('of a visitor opens a case of the listing, is in the audit log, and has a receipt', async () => {
    const { status, body } = await notify();
    expect([status, body]).toEqual([
      201,
      {
        receipt: expect.stringMatching(/^N-\d{4}-\d{4}$/),
        createdAt: app.clock.now().toISOString(),
        page: algorithms.title,
        mail: 'link',
      },
    ]);
    expect(await openCases()).toEqual([
      expect.objectContaining({ targetKind: 'book', targetId: bookId, userId: seller.id, state: 'open' }),
    ]);
    const entries = await app.database.orm
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'notice-received'));
    expect(entries.at(-1)).toMatchObject({
      actorId: null,
      targetKind: 'book',
      targetId: bookId,
      details: { reason: 'illegal-content' },
    });
  });

  it('is one case for each address, however many there are', async () => {
    await notify();
    await notify({ url: `/book/${bookId}?from=search`, reason: 'Another one', email: 'b@reeves.example' });
    await notify({ url: `/user/${seller.id}` });
    await notify({ url: '/course/CS%20101/' });
    await notify({ url: '/course/CS 101', reason: 'Again' });
    expect(await stored()).toHaveLength(5);
    expect((await openCases()).map(({ targetKind, targetId }) => [targetKind, targetId])).toEqual([
      ['book', bookId],
      ['user', seller.id],
      ['page', '/course/CS%20101'],
    ]);
  });

  it('about a short address is about its listing', async () => {
    const { body } = await app.visitor().get(`/api/books/${bookId}/slip`);
    await notify({ url: `/b/${body.shortCode}` });
    expect(await openCases()).toMatchObject([{ targetKind: 'book', targetId: bookId }]);
  });

  it('tells nothing of a hidden listing', async () => {
    await app.database.transaction((tx) => hideBooks(tx, [bookId], 'measure', app.clock.now()));
    expect((await notify()).body.page).toBeNull();
    expect(await openCases()).toMatchObject([{ targetKind: 'book' }]);
  });

  it('is stored once when it is sent twice', async () => {
    const sent = await Promise.all(Array.from({ length: 5 }, () => notify()));
    expect(new Set(sent.map(({ body }) => body.receipt)).size).toBe(1);
    expect([(await stored()).length, (await mails()).length]).toEqual([1, 1]);
  });

  it.each([
    ['url', { url: 'https://elsewhere.example/book/1' }, 'foreign-address', 'url'],
    ['good faith', { goodFaith: false }, 'invalid-request', 'goodFaith'],
    ['declaration', { goodFaith: undefined }, 'invalid-request', 'goodFaith'],
    ['name', { name: undefined }, 'notifier-required', 'name'],
    ['email', { email: undefined }, 'notifier-required', 'email'],
    ['reason', { reason: ' ' }, 'invalid-request', 'reason'],
    ['length', { reason: 'a'.repeat(2_001) }, 'invalid-request', 'reason'],
  ])('is refused for its %s', async (_what, changes, code, field) => {
    const { status, body } = await notify(changes);
    expect([status, body.code, body.errors[0].path]).toEqual([400, code, field]);
    expect(await stored()).toEqual([]);
  });

  it('about a danger to a child needs neither name nor email', async () => {
    const { status, body } = await notify({ endangersChild: true, name: undefined, email: undefined });
    expect([status, body.mail]).toEqual([201, 'none']);
    expect(await mails()).toEqual([]);
  });
});

describe('its mails', () => {
  it('begin with a link without a word of the notifier; the receipt and the outcome follow once it is opened', async () => {
    const { receipt } = (await notify({ name: 'Buy at pills.example' })).body;
    const [first, ...others] = await mails();
    expect(others).toEqual([]);
    expect(first!.recipient).toBe('ada@reeves.example');
    expect(first!.subject + first!.body).not.toMatch(/pills|UrhG|book\//);
    const token = await linkOf();
    app.clock.advance({ minutes: 1 });
    const { body } = await confirm(token);
    expect(body).toMatchObject({ receipt, mail: 'receipt', page: algorithms.title });
    expect((await confirm(token)).status).toBe(200);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Confirm your report',
      `We received your report ${receipt}`,
    ]);
    app.clock.advance({ minutes: 1 });
    await close('hide');
    await close('hide');
    const all = await mails();
    expect(all).toHaveLength(3);
    expect(all[2]!.subject).toBe(`What we decided about your report ${receipt}`);
    expect(all[2]!.body).toContain('we took a measure');
    expect(all[2]!.body).not.toContain('Daniel');
  });

  it('have no outcome while the link is not opened; it comes with the receipt', async () => {
    await notify();
    const token = await linkOf();
    app.clock.advance({ minutes: 1 });
    await close(null);
    expect(await mails()).toHaveLength(1);
    await confirm(token);
    const bodies = (await mails()).map(({ body }) => body);
    expect(bodies.filter((body) => body.includes('took no measure'))).toHaveLength(1);
    expect(bodies).toHaveLength(3);
  });

  it('are one link a day for a mailbox, however it is spelled, and the response is the same', async () => {
    await notify();
    const { body } = await notify({ reason: 'Another', email: 'ada@REEVES.example' });
    expect(body.mail).toBe('link');
    expect(await mails()).toHaveLength(1);
    app.clock.advance({ days: 1 });
    await notify({ reason: 'The next day' });
    expect(await mails()).toHaveLength(2);
  });

  it('go to the verified email of a user at once', async () => {
    const user = await app.signedInClient('Ada Reeves', 'ada@reeves.example');
    await app.database.orm.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
    await app.database.pool.query('DELETE FROM queued_emails');
    expect((await notify({}, { user })).body.mail).toBe('receipt');
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('We received your report'),
    ]);
  });

  it('refuse a link that is not theirs', async () => {
    expect(await confirm('nonsense')).toMatchObject({ status: 404, body: { code: 'notice-not-found' } });
  });
});

describe('a flood', () => {
  it('from one network ends with the seconds to wait, and leaves other networks and users alone', async () => {
    for (let number = 0; number < noticeRateLimit.network.points; number += 1)
      expect((await notify({ reason: `${number}` })).status).toBe(201);
    const refused = await notify({ reason: 'one more' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await notify({ reason: 'one more' }, { from: '10.99.0.1' })).status).toBe(201);
    expect((await notify({ reason: 'one more' }, { user: seller })).status).toBe(201);
  });

  it('of made-up paths fills no queue: they share the case of the campus', async () => {
    for (let number = 0; number < MAX_OPEN_PAGE_CASES + 5; number += 1)
      await notify({ url: `/nowhere/${number}` }, { from: `10.${30 + number}.${network}.1` });
    const found = await openCases();
    expect(found).toHaveLength(MAX_OPEN_PAGE_CASES + 1);
    expect(found.at(-1)).toMatchObject({ targetKind: 'page', targetId: '/' });
    expect(await stored()).toHaveLength(MAX_OPEN_PAGE_CASES + 5);
  });
});

describe('the notifier', () => {
  const source = () => createNoticeSource(app.app.context);

  it('is never named to the team', async () => {
    await notify();
    const [only] = await openCases();
    const listed = await source().list(app.database.orm, only!.id, 100);
    expect(listed).toMatchObject([{ kind: 'notice', text: words.reason, by: null, hasReceipt: false }]);
    expect(JSON.stringify(listed)).not.toMatch(/reeves/i);
    expect((await source().count(app.database.orm, [only!.id])).get(only!.id)).toEqual({
      count: 1,
      reason: 'illegal-content',
    });
  });

  it('is known as one of the team by the account, or by a verified email whose link was opened', async () => {
    const moderator = await app.signedInClient('Ruth Adler', 'ruth@northfield.example');
    await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
    await app.database.orm.update(users).set({ emailVerified: true }).where(eq(users.id, moderator.id));
    await notify({ email: 'ruth@northfield.example' });
    const [only] = await openCases();
    const found = () => source().findWriters(app.database.orm, [only!.id], [moderator.id]);
    // A stranger has entered the address.
    expect(await found()).toEqual([]);
    await confirm(await linkOf());
    expect(await found()).toHaveLength(1);
    await app.database.pool.query('DELETE FROM notices');
    await notify({ email: 'else@northfield.example' }, { user: moderator });
    expect(await found()).toHaveLength(1);
  });

  it('is erased a month after the outcome, or if the link was never opened', async () => {
    await notify();
    await confirm(await linkOf());
    await notify({ reason: 'Never confirmed', email: 'other@reeves.example' });
    app.clock.advance({ days: 31 });
    await eraseNotifiers(app.app.context);
    expect((await stored()).map(({ email }) => email)).toEqual(['ada@reeves.example', null]);
    await close('hide');
    app.clock.advance({ days: 29 });
    await eraseNotifiers(app.app.context);
    expect((await stored())[0]!.email).toBe('ada@reeves.example');
    app.clock.advance({ days: 2 });
    await eraseNotifiers(app.app.context);
    expect(await stored()).toMatchObject([
      { name: null, email: null, tokenHash: null, reason: words.reason },
      { name: null, email: null },
    ]);
  });

  it('has their notices in the export, and leaves with the account', async () => {
    const user = await app.signedInClient('Ada Reeves', 'ada.two@reeves.example');
    await notify({}, { user });
    const personalData = createNoticePersonalData(app.app.context);
    expect(await personalData.export!(app.database, user.id, localeOfTests())).toMatchObject([
      { reason: words.reason, email: 'ada@reeves.example', path: `/book/${bookId}` },
    ]);
    const leaving = { id: user.id, email: '', mailbox: '' };
    await app.database.transaction((tx) => personalData.remove!(tx, leaving, app.clock.now()));
    expect(await stored()).toMatchObject([{ userId: null, name: null, email: null, reason: words.reason }]);
  });
});
