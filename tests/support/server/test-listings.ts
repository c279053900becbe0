import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
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

/** The product with two users, and helpers to list and find books. */
export class TestListings {
  readonly app: TestApp;
  readonly seller: TestClient;
  readonly other: TestClient;

  private constructor(app: TestApp, seller: TestClient, other: TestClient) {
    this.app = app;
    this.seller = seller;
    this.other = other;
  }

  static async open(): Promise<TestListings> {
    const app = await TestApp.start();
    return new TestListings(
      app,
      await app.signedInClient('Priya Raman'),
      await app.signedInClient('Tom Whitaker'),
    );
  }

  /** Deletes all listings and sales; the users stay. */
  async clear(): Promise<void> {
    await this.app.database.pool.query('TRUNCATE books, search_terms CASCADE');
    await this.app.database.pool.query('UPDATE users SET total_sales = 0');
    this.forgetLists();
  }

  /** Invalidates caches after a test writes to the database directly. */
  forgetLists(): void {
    this.app.app.context.events.publish(bookChanged, { bookId: randomUUID() });
  }

  list = async (query = '') => (await this.app.visitor().get(`/api/books${query}`)).body;

  titles = async (query: string): Promise<string[]> =>
    (await this.list(query)).map((book: { title: string }) => book.title);

  create = async (changes: object = {}, by = this.seller) => {
    const reply = await by.post('/api/books', { ...algorithms, ...changes });
    expect(reply.status).toBe(201);
    return reply.body;
  };
}
