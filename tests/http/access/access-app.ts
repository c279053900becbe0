import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AppOptions } from '#app/server/create-app.ts';
import { grantRole } from '#features/accounts/server/users/grant-role.ts';
import { createFakePageSource } from '../../support/fakes/fake-page-source.ts';
import { TestApp, type TestClient } from '../../support/server/test-app.ts';
import { algorithms } from '../../support/server/test-world.ts';
import type { TestSocket } from '../../support/server/test-socket.ts';
import { type Role, teamRoles } from './role-names.ts';

export type Talk = { id: string; bookId: string; toOwner: string; fromOwner: string };
type Talks = Record<'blocked' | 'unblocked', Talk>;

/** The product with one user of each role. */
export class AccessApp {
  readonly app: TestApp;
  readonly people: Record<Role, TestClient>;
  /** Has a conversation with the owner, like the blocked user, but is not blocked. */
  readonly unblocked: TestClient;
  /** Has no relation to the other users. */
  readonly bystander: TestClient;
  readonly talks: Talks;
  /** The sockets of the deleted user. */
  readonly orphan: TestSocket;

  private constructor(app: TestApp, rest: Omit<AccessApp, 'app' | 'stop'>) {
    this.app = app;
    this.people = rest.people;
    this.unblocked = rest.unblocked;
    this.bystander = rest.bystander;
    this.talks = rest.talks;
    this.orphan = rest.orphan;
  }

  stop = () => this.app.stop();

  static async gather(options: Partial<AppOptions> = {}): Promise<AccessApp> {
    const app = await TestApp.start({ pages: createFakePageSource(), variables: campus, ...options });
    const [owner, another, blocked, unblocked, bystander, deleted, moderator, courseEditor, admin] = [
      await newcomer(app, 'Priya Raman', OWNERS_EMAIL),
      await newcomer(app, 'Tom Whitaker'),
      await newcomer(app, 'Ben Ortiz'),
      await newcomer(app, 'Una Byrne'),
      await newcomer(app, 'Bea Stander'),
      await newcomer(app, 'Dora Gone'),
      await newcomer(app, 'Mo Derat', teamEmail('moderator')),
      await newcomer(app, 'Cora Sedit', teamEmail('courseEditor')),
      await newcomer(app, 'Ruth Adler', teamEmail('admin')),
    ];
    for (const [actor, granted] of Object.entries(teamRoles))
      for (const role of granted)
        await app.database.transaction((tx) => grantRole(tx, teamEmail(actor), role, app.clock.now()));
    // For the whole budget of a day.
    await app.database.pool.query('UPDATE users SET email_verified = true');
    for (const one of [blocked, unblocked])
      expect((await one.post('/api/wanted', { words: 'algorithms' })).status).toBe(201);
    // Tokens are issued first: the rules must hold for tokens issued before a block or deletion.
    const orphan = await connect(app, deleted);
    const talks = { blocked: await talk(owner, blocked), unblocked: await talk(owner, unblocked) };
    expect((await owner.send('PUT', `/api/blocks/${blocked.id}`)).status).toBe(200);
    await app.app.accounts.deleteUser(deleted.id);
    const people = {
      signedOut: app.visitor(),
      deleted,
      another,
      blocked,
      moderator,
      courseEditor,
      admin,
      owner,
    };
    return new AccessApp(app, { people, unblocked, bystander, talks, orphan });
  }
}

/** An open, authenticated socket. */
export async function connect(app: TestApp, person: TestClient): Promise<TestSocket> {
  const socket = await app.openSocket();
  const token = await person.token();
  if (token === null) return socket;
  socket.send({ type: 'auth', token });
  await socket.until(() => socket.received.length > 0, 'an answer to the proof');
  return socket;
}

// An email of a reserved domain would count as test data.
const DOMAIN = 'northfield.edu';
export const OWNERS_EMAIL = `priya.raman@${DOMAIN}`;
const teamEmail = (actor: string) => `${actor.toLowerCase()}@${DOMAIN}`;
export const newcomer = (app: TestApp, name: string, email = `${randomUUID()}@${DOMAIN}`) =>
  app.signedInClient(name, email);

/** An unreachable university: it only makes the two OIDC routes exist. */
const campus = {
  OIDC_ISSUER: 'https://login.northfield.invalid',
  OIDC_CLIENT_ID: 'bookswap',
  OIDC_CLIENT_SECRET: 'of the tests',
};

/** Sends a message to the owner about a book, and the owner replies. */
async function talk(owner: TestClient, person: TestClient): Promise<Talk> {
  const bookId = await list(owner);
  const { id } = (await person.post('/api/conversations', { bookId })).body;
  const say = async (by: TestClient) =>
    (await by.post('/api/messages', { conversationId: id, content: 'Hello' })).body.id as string;
  return { id, bookId, toOwner: await say(person), fromOwner: await say(owner) };
}

export async function list(owner: TestClient): Promise<string> {
  const { status, body } = await owner.post('/api/books', { ...algorithms, clientListingId: randomUUID() });
  expect(status).toBe(201);
  return body.id;
}
