import { addToCase } from '#features/moderation/server/public.ts';
import type { CaseTarget } from '#features/moderation/rules.ts';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { TestApp, type TestClient } from '../server/test-app.ts';
import { algorithms } from '../server/test-world.ts';
import { readMailsTo } from './read-outbox.ts';

/** The product with an administrator, two moderators and a seller. */
export class ModerationWorld {
  readonly app: TestApp;
  readonly admin: TestClient;
  readonly ana: TestClient;
  readonly ben: TestClient;
  readonly seller: TestClient;

  private constructor(app: TestApp, people: Omit<Record<string, TestClient>, never>) {
    this.app = app;
    this.admin = people['admin']!;
    this.ana = people['ana']!;
    this.ben = people['ben']!;
    this.seller = people['seller']!;
  }

  static async open(): Promise<ModerationWorld> {
    const app = await TestApp.start();
    const admin = await app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
    const ana = await app.signedInClient('Ana Costa', 'ana@northfield.example');
    const ben = await app.signedInClient('Ben Adler', 'ben@northfield.example');
    const seller = await app.signedInClient('Jonas Weber', 'jonas@northfield.example');
    await app.verifyEmails();
    await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
    const world = new ModerationWorld(app, { admin, ana, ben, seller });
    for (const member of [ana, ben]) await world.setRoles(member, ['moderator']);
    return world;
  }

  async setRoles({ id }: TestClient, roles: string[]): Promise<void> {
    await this.app.database.pool.query('UPDATE users SET staff_roles = $2 WHERE id = $1', [id, roles]);
  }

  /** A new user with a verified email, in this language. */
  async person(name: string, email = `${crypto.randomUUID()}@northfield.example`): Promise<TestClient> {
    const person = await this.app.signedInClient(name, email);
    await this.app.verifyEmails();
    return person;
  }

  async list(by: TestClient, title: string = algorithms.title): Promise<string> {
    this.app.clock.advance({ seconds: 1 });
    await this.app.database.pool.query('TRUNCATE daily_usage, unowned_usage');
    return (await by.post('/api/books', { ...algorithms, title })).body.id;
  }

  /** Opens the case of an object, as a report does. */
  async openCase(target: CaseTarget, userId: string | null): Promise<string> {
    this.app.clock.advance({ seconds: 1 });
    const now = this.app.clock.now();
    this.app.clock.advance({ seconds: 1 });
    const { caseId } = await this.app.database.transaction((tx) =>
      addToCase(tx, { target, userId, kind: 'report-received', now }),
    );
    return caseId;
  }

  openBookCase = (bookId: string, by: TestClient = this.seller) =>
    this.openCase({ kind: 'book', id: bookId }, by.id);

  openUserCase = ({ id }: TestClient) => this.openCase({ kind: 'user', id }, id);

  /** The emails to an address without those of its sign-up, the oldest first. */
  async mailsTo(email: string): Promise<string[]> {
    const mails = await readMailsTo(this.app, email);
    return mails.filter((text) => !text.includes('Subject: Confirm your email'));
  }
}
