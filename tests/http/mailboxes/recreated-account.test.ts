/** Deleting and recreating an account gives nothing back: each limit is tried with it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type BudgetKind,
  dailyBudgets,
  type LimitedUse,
  type Pace,
} from '#features/accounts/budget-rules.ts';
import {
  type AttemptLimit,
  attemptLimits,
} from '#features/accounts/server/identity/rate-limits/attempt-limits.ts';
import { MAX_OFFERS_PER_DAY } from '#features/trades/rules.ts';
import { setUsage } from '#tests/support/product/set-usage.ts';
import type { Reply, TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { product } from '../../architecture/source-tree.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open({ unlimited: false });
});
beforeEach(() => world.clear());
afterEach(() => world.app.clock.advance({ days: 1 }));
afterAll(() => world.app.stop());

type Act = (user: TestClient) => Promise<Reply>;
/** `use`: a kind of `daily_usage`, and the amount that uses it up. `prepare` returns what is refused. */
type Limit = {
  use?: (bookId: string) => [BudgetKind | LimitedUse | Pace, number];
  prepare: () => Promise<Act>;
};

const listing = { title: 'Linear Algebra', author: 'Gilbert Strang', condition: 'Good', price: 1_000 };
const post: Act = (user) => user.post('/api/books', { ...listing, subject: 'Mathematics' });

/** What a request exceeds. Each is a budget of `rules.ts`, unless `use` names another one. */
const limits = {
  listings: { prepare: async () => post },
  edits: {
    prepare: async () => async (user) => {
      const { id } = (await post(user)).body;
      return user.patch(`/api/books/${id}`, { price: 900 });
    },
  },
  messages: {
    prepare: async () => {
      const { id } = await world.createBook();
      return async (user) => {
        const conversationId = await world.openConversation(id, user);
        return user.post('/api/messages', { conversationId, content: 'Hello' });
      };
    },
  },
  conversations: {
    prepare: async () => {
      const { id } = await world.createBook();
      return (user) => user.post('/api/conversations', { bookId: id });
    },
  },
  newConversationRateLimit: {
    // No second of a day is later.
    use: () => ['pace new-conversation', 90_000],
    prepare: async () => {
      const { id } = await world.createBook();
      return (user) => user.post('/api/conversations', { bookId: id });
    },
  },
  namedSales: {
    prepare: async () => async (user) => {
      const { id } = (await post(user)).body;
      await world.sendMessage(await world.openConversation(id), 'Is it still available?');
      return user.post(`/api/books/${id}/named-sale`, { buyerId: world.buyer.id });
    },
  },
  reports: {
    prepare: async () => {
      const { id } = await world.createBook();
      return (user) => user.post('/api/reports', { kind: 'book', id, reason: 'spam' });
    },
  },
  profileEdits: {
    prepare: async () => (user) => user.patch('/api/users/me', { name: `Maya ${crypto.randomUUID()}` }),
  },
  photoBytes: { prepare: async () => (user) => user.post('/api/objects/upload') },
  offers: {
    use: (bookId) => [`offers ${bookId}`, MAX_OFFERS_PER_DAY],
    prepare: async () => {
      const { id } = await world.createBook();
      return async (user) => {
        const conversationId = await world.openConversation(id, user);
        const clientMessageId = crypto.randomUUID();
        return user.post(`/api/conversations/${conversationId}/offers`, { amount: 500, clientMessageId });
      };
    },
  },
  supportRateLimit: {
    use: () => ['pace support-user', 90_000],
    prepare: async () => (user) =>
      user.post('/api/support', {
        name: 'Maya',
        email: 'maya@northfield.example',
        subject: 'I cannot list',
        message: 'What can I do?',
      }),
  },
  noticeRateLimit: {
    // A whole day more than is allowed at once.
    use: () => ['pace notices-of-user', 180_000],
    prepare: async () => (user) =>
      user.post('/api/notices', {
        url: '/help',
        reason: 'It is a scanned copy.',
        name: 'Maya',
        email: 'maya@northfield.example',
        goodFaith: true,
      }),
  },
} satisfies Record<string, Limit>;

/** Budgets that refuse no request; the tests below are theirs. */
const silentBudgets = ['searchWords', 'views'];

/** Limits that a deleted account takes along, and why that gives nothing back. */
const endingWithAccount: Record<string, string> = {
  messageRateLimit: 'seconds: a sign-up takes longer',
  openConversationRateLimit: 'minutes of requests, which their network limits too',
  typingRateLimit: 'seconds',
  typingLookupRateLimit: 'seconds',
  resumeRateLimit: 'seconds',
  authRateLimit: 'seconds, of a connection',
  unauthenticatedAuthRateLimit: 'no account',
  lookupRateLimit: 'the limit of the network stands behind it',
  mailOfUser: 'the limit of the mailbox stands behind it',
  unattachedPhotoRateLimit: 'the photos go with the account; the budget of bytes stands behind it',
  MAX_RESERVATIONS_PER_DAY: 'the listing of the seller goes with the account',
  MAX_PROPOSALS_PER_DAY: 'the reservation goes with the account, and its seller grants a new one',
};

describe.each(Object.keys(limits) as (keyof typeof limits)[])('the limit of %s', (name) => {
  it('holds for an account that is deleted and made again with its mailbox, until midnight', async () => {
    const limit: Limit = limits[name];
    const act = await limit.prepare();
    const email = `maya.${name.toLowerCase()}`;
    const first = await world.app.signedInClient('Maya', `${email}@northfield.example`);
    await world.app.verifyEmails();
    const [{ id: bookId = '' } = {}] = await world.listBooks();
    const [kind, amount] = limit.use?.(bookId) ?? [name as BudgetKind, dailyBudgets[name as BudgetKind]];
    await setUsage(world.app, first.id, kind, amount);
    expect((await act(first)).status).toBe(429);
    await world.app.app.accounts.deleteUser(first.id);
    const again = await world.app.signedInClient('Maya', `${email}+again@northfield.example`);
    await world.app.verifyEmails();
    expect((await act(again)).status).toBe(429);
    world.app.clock.advance({ days: 1 });
    expect((await act(again)).status).toBeLessThan(300);
    const { rows } = await world.app.database.pool.query('SELECT owner FROM unowned_usage');
    expect(JSON.stringify(rows)).not.toMatch(/maya|northfield/i);
    await world.app.app.context.jobs.runNow('delete-old-usage');
    const old = 'SELECT FROM unowned_usage WHERE day < $1';
    expect((await world.app.database.pool.query(old, [world.app.clock.now()])).rowCount).toBe(0);
  });
});

it('every limit of a user is tried above, or says why it ends with the account', () => {
  const budgets = Object.keys(dailyBudgets);
  expect(budgets.filter((kind) => !(kind in limits) && !silentBudgets.includes(kind))).toEqual([]);
  const names = product
    .filter(({ path }) => /^src\/features\/[^/]+\/rules\.ts$/.test(path))
    .flatMap(({ code }) => [...code.matchAll(/export const (\w+RateLimits?|MAX_\w+_PER_DAY)\b/g)])
    .map(([, name]) => name!);
  expect(names).toContain('MAX_OFFERS_PER_DAY');
  // Attempts that count by the id of a user: those of `findAttemptOwner` outlive the account.
  const byUser = Object.entries<AttemptLimit>(attemptLimits).filter(([, { by }]) => by.includes('user'));
  names.push(...byUser.map(([name]) => name));
  const known = [
    ...Object.keys(endingWithAccount),
    'MAX_OFFERS_PER_DAY',
    'newConversationRateLimit',
    'noticeRateLimit',
    'supportRateLimit',
  ];
  expect(names.toSorted()).toEqual(known.toSorted());
});

it('views of a deleted and recreated account are those of one viewer', async () => {
  const { id } = await world.createBook();
  const view = async (email: string) => {
    const user = await world.app.signedInClient('Vera', email);
    await user.send('POST', `/api/books/${id}/views`, {}, { 'user-agent': 'Mozilla/5.0' });
    await world.app.app.books.flushViews();
    await world.app.app.accounts.deleteUser(user.id);
    return user.id;
  };
  const ids = [await view('vera@northfield.example'), await view('vera+again@northfield.example')];
  world.clearCachedBooks();
  expect((await world.app.visitor().get(`/api/books/${id}`)).body.views).toBe(1);
  const { rows } = await world.app.database.pool.query<{ viewer: string }>('SELECT viewer FROM book_views');
  expect(rows).toEqual([{ viewer: expect.stringMatching(/^[\w-]{22}$/) }]);
  expect(ids).not.toContain(rows[0]!.viewer);
});

it('exports are counted for a mailbox, however many accounts are deleted', async () => {
  const signIn = async (spelling: string) => {
    const user = await world.app.signedInClient('Eva', `eva${spelling}@northfield.example`);
    await world.app.verifyEmails();
    return user;
  };
  const first = await signIn('');
  const exportFrom = async (user: TestClient) => (await user.get('/api/users/me/export')).status;
  for (let time = 0; time < 5; time += 1) expect(await exportFrom(first)).toBe(200);
  await world.app.app.accounts.deleteUser(first.id);
  expect(await exportFrom(await signIn('+again'))).toBe(429);
  expect(await exportFrom(world.buyer)).toBe(200);
});

describe('search words', () => {
  const countTerms = async () =>
    Number((await world.app.database.pool.query('SELECT count(*) FROM search_terms')).rows[0].count);
  const words = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${String.fromCharCode(97 + index)}`).join(' ');

  it('are learned within the budgets of the day, however many accounts are deleted', async () => {
    const email = 'wordy@northfield.example';
    const first = await world.app.signedInClient('Wordy', email);
    await setUsage(world.app, first.id, 'searchWords', dailyBudgets.searchWords / 4 - 2);
    await world.createBook({ title: words('first', 9), author: 'x', isbn: null }, first);
    await world.createBook({ title: 'present' });
    const before = await countTerms();
    await world.app.app.accounts.deleteUser(first.id);
    const again = await world.app.signedInClient('Wordy', email);
    await world.createBook({ title: words('second', 9), author: 'x', isbn: null }, again);
    expect(await countTerms()).toBeLessThan(before);
    const { rows } = await world.app.database.pool.query(
      `SELECT amount FROM unowned_usage WHERE owner = 'unverified accounts' AND kind = 'searchWords'`,
    );
    expect(rows).toEqual([{ amount: 2 }]);
  });
});
