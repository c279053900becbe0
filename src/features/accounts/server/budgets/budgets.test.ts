import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUsage } from '#tests/support/product/set-usage.ts';
import { algorithms, TestWorld } from '#tests/support/server/test-world.ts';
import {
  type BudgetKind,
  dailyBudgets,
  dayOf,
  sharedUnverifiedBudgets,
  unverifiedBudget,
} from '../../budget-rules.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE daily_usage, unowned_usage');
});

/** Sets what is left of today's budget. */
const setRemaining = (userId: string, kind: BudgetKind, left: number) =>
  setUsage(world.app, userId, kind, dailyBudgets[kind] - left);
const readUsage = async (userId: string, kind: BudgetKind): Promise<number> => {
  const { rows } = await world.app.database.pool.query(
    'SELECT sum(amount)::int AS amount FROM daily_usage WHERE user_id = $1 AND kind = $2',
    [userId, kind],
  );
  return rows[0].amount ?? 0;
};
const listTerms = async (): Promise<string[]> => {
  const { rows } = await world.app.database.pool.query('SELECT term FROM search_terms ORDER BY term');
  return rows.map(({ term }) => term);
};

describe('the daily budget of an account', () => {
  it('limits listings until midnight UTC, which Retry-After names', async () => {
    await setRemaining(world.seller.id, 'listings', 1);
    const now = world.app.clock.now();
    const replies = await Promise.all([1, 2, 3].map(() => world.seller.post('/api/books', algorithms)));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 429, 429,
    ]);
    const { body, headers } = replies.find(({ status }) => status === 429)!;
    expect(body).toMatchObject({ code: 'daily-limit-reached', detail: expect.stringContaining('tomorrow') });
    const midnight = new Date(now.getTime() + Number(headers.get('retry-after')) * 1000);
    expect(midnight.toISOString()).toMatch(/T00:00:00/);
    world.app.clock.advance({ days: 1 });
    expect((await world.seller.post('/api/books', algorithms)).status).toBe(201);
  });

  it('counts a repeated request for the last listing as an edit, which returns that listing', async () => {
    await setRemaining(world.seller.id, 'listings', 1);
    await setRemaining(world.seller.id, 'edits', 1);
    const posted = { ...algorithms, clientListingId: crypto.randomUUID() };
    const post = () => world.seller.post('/api/books', posted);
    const [first, again, third] = [await post(), await post(), await post()];
    expect([first.status, again.status, third.status]).toEqual([201, 201, 429]);
    expect(again.body.id).toBe(first.body.id);
  });

  it('does not count a listing that is refused for another reason', async () => {
    await setRemaining(world.seller.id, 'listings', 1);
    const elsewhere = {
      ...algorithms,
      images: ['/objects/uploads/01890000-0000-7000-8000-000000000000.webp'],
    };
    const refused = await world.seller.post('/api/books', elsewhere);
    expect([refused.status, refused.body.code]).toEqual([400, 'photo-not-attachable']);
    expect((await world.seller.post('/api/books', algorithms)).status).toBe(201);
  });

  it('limits edits, of which deletions and restorations are some', async () => {
    const book = await world.createBook();
    await setRemaining(world.seller.id, 'edits', 2);
    expect((await world.seller.patch(`/api/books/${book.id}`, { price: 1 })).status).toBe(200);
    expect((await world.seller.delete(`/api/books/${book.id}`)).status).toBe(200);
    expect((await world.seller.post(`/api/books/${book.id}/restore`)).body.code).toBe('daily-limit-reached');
  });

  it('limits messages; a repeated one counts once and succeeds beyond the limit', async () => {
    const book = await world.createBook();
    const conversationId = await world.openConversation(book.id);
    await setRemaining(world.buyer.id, 'messages', 1);
    const clientMessageId = crypto.randomUUID();
    const send = (id = crypto.randomUUID()) =>
      world.buyer.post('/api/messages', { conversationId, content: 'Hello', clientMessageId: id });
    expect((await send(clientMessageId)).status).toBe(200);
    expect((await send(clientMessageId)).body.clientMessageId).toBe(clientMessageId);
    expect(await readUsage(world.buyer.id, 'messages')).toBe(dailyBudgets.messages);
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([429, 'daily-limit-reached']);
    expect((await world.seller.get(`/api/conversations/${conversationId}/messages`)).body).toHaveLength(1);
    const reply = { conversationId, content: 'Hi', clientMessageId: crypto.randomUUID() };
    expect((await world.seller.post('/api/messages', reply)).status).toBe(200);
  });

  it('limits the bytes of photos', async () => {
    await setRemaining(world.seller.id, 'photoBytes', 0);
    expect((await world.seller.post('/api/objects/upload')).body.code).toBe('daily-limit-reached');
  });
});

describe('the daily budget of search words', () => {
  it('limits the words that are learned; a listing beyond it is stored and found by its words', async () => {
    await setRemaining(world.seller.id, 'searchWords', 3);
    const { id } = await world.createBook({ title: 'alpha beta gamma delta', author: 'x', subject: 'y' });
    expect(await listTerms()).toHaveLength(3);
    expect(await readUsage(world.seller.id, 'searchWords')).toBe(dailyBudgets.searchWords);
    await world.createBook({ title: 'omega', author: 'x', subject: 'y' });
    expect(await listTerms()).toHaveLength(3);
    expect(await world.listTitles('?search=omega')).toEqual(['omega']);
    await world.seller.patch(`/api/books/${id}`, { title: 'zeta eta theta' });
    expect((await listTerms()).filter((term) => term.endsWith('eta') && term !== 'beta')).toEqual([]);
    // The listing of another seller.
    await world.createBook({ title: 'zeta' }, world.buyer);
    expect(await listTerms()).toContain('zeta');
  });

  it('does not count words that are known', async () => {
    await world.createBook({ title: 'alpha beta' });
    const before = await readUsage(world.seller.id, 'searchWords');
    await world.createBook({ title: 'beta alpha' });
    expect(await readUsage(world.seller.id, 'searchWords')).toBe(before);
  });
});

it('the daily usage is exported with the data of its user, and deleted after two days', async () => {
  await world.createBook();
  const { body } = await world.seller.get('/api/users/me/export');
  expect(body.usage).toContainEqual({ day: dayOf(world.app.clock.now()), kind: 'listings', amount: 1 });
  world.app.clock.advance({ days: 1 });
  await world.app.app.context.jobs.runNow('delete-old-usage');
  expect(await readUsage(world.seller.id, 'listings')).toBe(1);
  world.app.clock.advance({ days: 1 });
  await world.app.app.context.jobs.runNow('delete-old-usage');
  expect(await readUsage(world.seller.id, 'listings')).toBe(0);
});

it.each([
  ['verified', true],
  ['unverified', false],
])('the export shows no use of a deleted account of the same mailbox: %s', async (name, isVerified) => {
  const signIn = async (spelling: string) => {
    const user = await world.app.signedInClient('Eva', `eva.${name}${spelling}@northfield.example`);
    if (isVerified) await world.app.verifyEmails();
    return user;
  };
  const former = await signIn('');
  for (const title of ['One', 'Two', 'Three']) await world.createBook({ title }, former);
  await world.app.app.accounts.deleteUser(former.id);
  const present = await signIn('+again');
  const exported = async () => (await present.get('/api/users/me/export')).body.usage;
  expect(await readUsage(present.id, 'listings')).toBe(3);
  expect(await exported()).toEqual([]);
  await world.createBook({ title: 'Four' }, present);
  expect(await readUsage(present.id, 'listings')).toBe(4);
  expect(await exported()).toContainEqual(expect.objectContaining({ kind: 'listings', amount: 1 }));
  await world.app.verifyEmails();
  expect(await exported()).toContainEqual(expect.objectContaining({ kind: 'listings', amount: 1 }));
});

describe('the daily budget of an account without a verified email', () => {
  const setVerified = (isVerified: boolean) =>
    world.app.database.pool.query('UPDATE users SET email_verified = $1', [isVerified]);
  beforeEach(() => setVerified(false));
  afterEach(() => setVerified(true));
  const setLastOfQuarter = (userId: string, kind: BudgetKind) =>
    setRemaining(userId, kind, dailyBudgets[kind] - unverifiedBudget(kind) + 1);

  const spendSharedWords = (amount: number) =>
    world.app.database.pool.query(
      `INSERT INTO unowned_usage VALUES ('unverified accounts', $1, 'searchWords', $2)`,
      [dayOf(world.app.clock.now()), amount],
    );

  it('is a quarter, and the whole once the email is verified', async () => {
    await setLastOfQuarter(world.seller.id, 'listings');
    const post = async () => (await world.seller.post('/api/books', algorithms)).status;
    expect([await post(), await post()]).toEqual([201, 429]);
    await setVerified(true);
    expect(await post()).toBe(201);
    await setVerified(false);
    await setRemaining(world.seller.id, 'photoBytes', dailyBudgets.photoBytes * 0.75);
    expect((await world.seller.post('/api/objects/upload')).body.code).toBe('daily-limit-reached');
  });

  it('is shared by all such accounts for search words; the nightly count learns the others', async () => {
    await spendSharedWords(sharedUnverifiedBudgets.searchWords! - 8 * 3);
    await world.createBook({ title: 'alpha beta gamma delta', author: 'x', subject: 'y' });
    expect(await listTerms()).toHaveLength(3);
    await world.app.verifyEmails();
    await world.createBook({ title: 'zeta', author: 'x', subject: 'y' }, world.buyer);
    expect(await listTerms()).toContain('zeta');
    await world.app.app.context.jobs.runNow('recount-search-terms');
    expect(await listTerms()).toEqual(['alpha', 'beta', 'delta', 'gamma', 'x', 'y', 'zeta']);
  });

  it('is used up by no mailbox alone: it has an eighth of what the others have left', async () => {
    const accounts = [];
    for (const tag of ['', '+one', '+two'])
      accounts.push(await world.app.signedInClient('Una', `una${tag}@northfield.example`));
    const usedByFirst = unverifiedBudget('searchWords') - 2;
    await setUsage(world.app, accounts[0]!.id, 'searchWords', usedByFirst);
    await spendSharedWords(usedByFirst);
    await world.createBook({ title: 'alpha beta gamma delta', author: 'x', subject: 'y' }, accounts[1]);
    expect(await listTerms()).toHaveLength(2);
    await world.createBook({ title: 'zeta eta theta', author: 'x', subject: 'y' }, accounts[2]);
    expect(await listTerms()).toHaveLength(2);
    await world.createBook({ title: 'omega', author: 'x', subject: 'y' });
    expect(await listTerms()).toContain('omega');
  });

  it('is a quarter of the messages', async () => {
    const book = await world.createBook();
    const conversationId = await world.openConversation(book.id);
    await setLastOfQuarter(world.buyer.id, 'messages');
    const send = async () => {
      const message = { conversationId, content: 'Hello', clientMessageId: crypto.randomUUID() };
      return (await world.buyer.post('/api/messages', message)).status;
    };
    expect([await send(), await send()]).toEqual([200, 429]);
    await setVerified(true);
    expect(await send()).toBe(200);
  });
});

describe('the daily budget of changes to a profile', () => {
  const rename = (name: string) => world.seller.patch('/api/users/me', { name });

  it('does not count saving the same values', async () => {
    await rename('Priya');
    await setRemaining(world.seller.id, 'profileEdits', 1);
    expect((await rename('Priya')).status).toBe(200);
    expect((await rename('Priya R.')).status).toBe(200);
    expect((await rename('Priya Raman')).body.code).toBe('daily-limit-reached');
  });

  it('is small, because each change invalidates the cached responses that show the user, and only those', async () => {
    const [own, other] = [await world.createBook(), await world.createBook({}, world.buyer)];
    const visitor = world.app.visitor();
    const read = async (id: string) => (await visitor.get(`/api/books/${id}`)).body;
    const pages = [`/api/books/${own.id}`, `/api/books/${other.id}`];
    for (const page of pages) await visitor.get(page);
    await world.app.database.pool.query("UPDATE books SET title = 'Changed behind the cache'");
    const list = (await visitor.get('/api/books')).body;
    expect(list).toHaveLength(2);
    await rename('Priya S.');
    expect(await read(own.id)).toMatchObject({ title: 'Changed behind the cache' });
    expect(await read(other.id)).toMatchObject({ title: 'Introduction to Algorithms, 4th Edition' });
    const listed = (await visitor.get('/api/books')).body;
    expect(listed.map(({ seller }: { seller: { name: string } }) => seller.name)).toContain('Priya S.');
  });
});
