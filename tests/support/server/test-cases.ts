import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { readOutbox } from '../product/read-outbox.ts';
import { TestApp, type TestClient } from './test-app.ts';
import { algorithms } from './test-world.ts';

type People = Record<'admin' | 'ruth' | 'omar' | 'seller' | 'buyer' | 'stranger', TestClient>;

/** A campus with an admin, two moderators, and three users. No test finds a case of another. */
export class TestCases {
  readonly app: TestApp;
  readonly people: People;
  /** The seller's. */
  readonly bookId: string;

  private constructor(app: TestApp, people: People, bookId: string) {
    this.app = app;
    this.people = people;
    this.bookId = bookId;
  }

  static async open(): Promise<TestCases> {
    const app = await TestApp.start({ variables: { CAMPUS_LANGUAGES: 'en,de' } });
    const [admin, ruth, omar, seller, buyer, stranger] = [
      await app.signedInClient('Ada Byron', 'ada@northfield.example'),
      await app.signedInClient('Ruth Ellery'),
      await app.signedInClient('Omar Haddad'),
      await app.signedInClient('Daniel Osei'),
      await app.signedInClient('Maya Lindgren'),
      await app.signedInClient('Eve Stone'),
    ];
    await app.verifyEmails();
    await app.database.transaction((tx) => grantAdmin(tx, 'ada@northfield.example'));
    const { body } = await seller.post('/api/books', algorithms);
    return new TestCases(app, { admin, ruth, omar, seller, buyer, stranger }, body.id);
  }

  query = (text: string, values: unknown[] = []) => this.app.database.pool.query(text, values);

  setModerators = (...members: TestClient[]) =>
    this.query(
      `UPDATE users SET staff_roles = CASE WHEN id = ANY ($1::uuid[]) THEN '{moderator}'::text[] ELSE '{}' END`,
      [members.map(({ id }) => id)],
    );

  async clear(): Promise<void> {
    for (const table of ['reports', 'cases', 'staff_digests']) await this.query(`DELETE FROM ${table}`);
    await this.setModerators(this.people.ruth, this.people.omar);
    await this.app.verifyEmails();
  }

  /** The lists of cases have an order by time. */
  report = (by: TestClient, kind: string, id: string, more: object = {}) => {
    this.app.clock.advance(1);
    return by.post('/api/reports', { kind, id, reason: 'spam', ...more });
  };

  list = async (by: TestClient, search = '') => (await by.get(`/api/staff/cases${search}`)).body;

  read = (by: TestClient, id: string) => by.get(`/api/staff/cases/${id}`);

  act = (by: TestClient, id: string, action: string, body?: object) =>
    by.post(`/api/staff/cases/${id}/${action}`, body);

  /** The case of the listing, reported by the buyer. */
  openCase = async (): Promise<string> => {
    expect((await this.report(this.people.buyer, 'book', this.bookId)).status).toBe(200);
    return (await this.list(this.people.ruth))[0].id;
  };

  /** The emails to a user that this matches. */
  mails = async ({ id }: TestClient, pattern: RegExp) =>
    (await readOutbox(this.app, id)).filter((text) => pattern.test(text));
}

export function useTestCases(onOpen: (opened: TestCases) => void): void {
  let opened: TestCases;
  beforeAll(async () => {
    opened = await TestCases.open();
    onOpen(opened);
  });
  beforeEach(() => opened.clear());
  afterAll(() => opened.app.stop());
}

/** The status and the code of an error. */
export const codeOf = async (reply: ReturnType<TestClient['get']>) => {
  const { status, body } = await reply;
  return [status, body.code];
};
