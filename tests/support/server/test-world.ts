import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { profileChanged } from '#features/accounts/server/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { TestApp, type TestClient } from './test-app.ts';

export const algorithms = {
  title: 'Introduction to Algorithms, 4th Edition',
  author: 'Thomas H. Cormen, Charles E. Leiserson',
  isbn: '978-0-262-04630-5',
  subject: 'Computer Science',
  condition: 'Like New',
  price: 6800,
  description: 'No marks.',
  images: [],
};

/** The product with a seller and a buyer, who list books and write to each other over HTTP. */
export class TestWorld {
  readonly app: TestApp;
  readonly seller: TestClient;
  readonly buyer: TestClient;

  private constructor(app: TestApp, seller: TestClient, buyer: TestClient) {
    this.app = app;
    this.seller = seller;
    this.buyer = buyer;
  }

  static async open(options?: Parameters<typeof TestApp.start>[0]): Promise<TestWorld> {
    return TestWorld.of(await TestApp.start(options));
  }

  /** A seller and a buyer in this app. */
  static async of(app: TestApp): Promise<TestWorld> {
    const world = new TestWorld(
      app,
      await app.signedInClient('Priya Raman'),
      await app.signedInClient('Tom Whitaker'),
    );
    await app.verifyEmails();
    return world;
  }

  /** Deletes all listings, sales and what users have spent of their budgets; the users stay. */
  async clear(): Promise<void> {
    // A job may work on a listing meanwhile: after a deadlock with it the transaction runs again.
    await this.app.database.transaction(async (tx) => {
      await tx.execute(
        'TRUNCATE books, photos, notifications, search_terms, daily_usage, unowned_usage CASCADE',
      );
      await tx.execute('UPDATE users SET total_sales = 0');
    });
    this.clearCachedBooks();
  }

  /** Invalidates caches after a test writes to the database directly. */
  clearCachedBooks(): void {
    const { events } = this.app.app.context;
    events.publish(bookChanged, { bookId: randomUUID(), sellerId: randomUUID() });
    for (const { id } of [this.seller, this.buyer]) events.publish(profileChanged, { userId: id });
  }

  /** All pages of a list, from its first address on. */
  readPages = async (address: string): Promise<{ title: string }[][]> => {
    const { body, headers, status } = await this.app.visitor().get(address);
    expect(status).toBe(200);
    const next = nextAddress(headers);
    return next === undefined ? [body] : [body, ...(await this.readPages(next))];
  };

  listBooks = async (query = '') => (await this.app.visitor().get(`/api/books${query}`)).body;

  listTitles = async (query: string): Promise<string[]> =>
    (await this.listBooks(query)).map((book: { title: string }) => book.title);

  createBook = async (changes: object = {}, seller = this.seller) => {
    const reply = await seller.post('/api/books', { ...algorithms, ...changes });
    expect(reply.status).toBe(201);
    return reply.body;
  };

  /** Returns the id of the conversation. */
  openConversation = async (bookId: string, buyer = this.buyer): Promise<string> =>
    (await buyer.post('/api/conversations', { bookId })).body.id;

  /** Reserves a listing for the buyer. Returns the id of the reservation. */
  reserve = async (bookId: string): Promise<string> => {
    const conversationId = await this.openConversation(bookId);
    await this.sendMessage(conversationId, 'Is it still available?');
    const reply = await this.seller.post(`/api/conversations/${conversationId}/reservations`, {});
    expect(reply.status).toBe(200);
    return reply.body.id;
  };

  sendMessage = async (
    conversationId: string,
    content: string,
    sender = this.buyer,
  ): Promise<{ id: string; seq: number }> => {
    const clientMessageId = randomUUID();
    return (await sender.post('/api/messages', { conversationId, content, clientMessageId })).body;
  };
}

/** The address of the next page, as the `Link` header of a response has it. */
export const nextAddress = (headers: Headers): string | undefined =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

type WorldOptions = Parameters<typeof TestWorld.open>[0];

/** The world of a test file: open before its tests, and stopped after them. */
export function useTestWorld(options?: WorldOptions): TestWorld {
  const world = Object.create(TestWorld.prototype) as TestWorld;
  beforeAll(async () => void Object.assign(world, await TestWorld.open(options)));
  afterAll(() => world.app.stop());
  return world;
}

/** The same, cleared before each test. */
export function useClearedTestWorld(options?: WorldOptions): TestWorld {
  const world = useTestWorld(options);
  beforeEach(() => world.clear());
  return world;
}
