import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { bookChanged } from '#features/books/server/public.ts';
import { hideBooks } from '#features/books/server/hidden/public.ts';
import { courseBooks, courses } from '#features/courses/server/table.ts';
import { createSale } from '../../support/product/create-sale.ts';
import { intentIdOf } from '../../support/server/pay-with-card.ts';
import type { TestClient } from '../../support/server/test-app.ts';
import { plainPicture } from '../../support/server/sample-images.ts';
import { type AccessApp, list, newcomer, type Talk } from './access-app.ts';
import type { Role } from './role-names.ts';

type Payment = { key: string; secret: string; intent: string };

/** What `book` is: for sale, hidden by a measure, or the id of none. */
type BookState = 'shown' | 'hidden' | 'absent';

/** The data of one row of the table. Each value is created when first read and then shared by all roles. */
export class AccessFixtures {
  readonly cast: AccessApp;
  /** Between the owner and the blocked user, or the unblocked user when the two are compared. */
  readonly talk: Talk;
  /** Whether a request of this row is about `book`. */
  isAboutBook = false;
  readonly #things = new Map<string, Promise<unknown>>();
  readonly #book: BookState;

  constructor(cast: AccessApp, talk: Talk = cast.talks.blocked, book: BookState = 'shown') {
    this.cast = cast;
    this.talk = talk;
    this.#book = book;
  }

  get owner(): TestClient {
    return this.cast.people.owner;
  }

  get conversationId(): string {
    return this.talk.id;
  }

  /** The owner's, for sale. */
  book = (): Promise<string> => {
    this.isAboutBook = true;
    return this.#once('book', async () => {
      if (this.#book === 'absent') return randomUUID();
      const id = await list(this.owner);
      if (this.#book === 'hidden') await this.#hide(id);
      return id;
    });
  };

  async #hide(bookId: string): Promise<void> {
    const { app } = this.cast;
    await app.database.transaction(async (tx) => {
      const hidden = await hideBooks(tx, [bookId], 'measure', app.clock.now());
      expect(hidden).toHaveLength(1);
      for (const { id, sellerId } of hidden)
        app.app.context.events.publish(bookChanged, { bookId: id, sellerId });
    });
  }

  /** The owner's, of words that no other entry has. */
  wantedEntry = async () => {
    const { status, body } = await this.owner.post('/api/wanted', { words: randomUUID() });
    expect(status).toBe(201);
    return body.id as string;
  };

  /** The owner's, deleted a moment ago. */
  deletedBook = () =>
    this.#once('deleted book', async () => {
      const id = await list(this.owner);
      expect((await this.owner.delete(`/api/books/${id}`)).status).toBe(200);
      return id;
    });

  /** The message that the actor has received in it. */
  received = (actor: Role): string => (actor === 'blocked' ? this.talk.fromOwner : this.talk.toOwner);

  /** Of a bystander and the owner, about a listing of the owner. */
  newConversation = async (): Promise<string> => {
    const bookId = await list(this.owner);
    return (await this.cast.bystander.post('/api/conversations', { bookId })).body.id;
  };

  /** Pending, received by the owner. */
  offerOfBuyer = () =>
    this.#once('offer of the buyer', async (): Promise<string> => {
      const path = `/api/conversations/${await this.newConversation()}/offers`;
      return (await this.cast.bystander.post(path, { amount: 600 })).body.id;
    });

  /** Pending, made by the owner. */
  offerOfOwner = () =>
    this.#once('offer of the owner', async (): Promise<string> => {
      const path = `/api/offers/${await this.offerOfBuyer()}/counter`;
      return (await this.owner.post(path, { amount: 700 })).body.id;
    });

  /** The owner's, for a bystander. */
  reservation = () =>
    this.#once('reservation', async (): Promise<string> => {
      const path = `/api/conversations/${await this.newConversation()}/reservations`;
      return (await this.owner.post(path)).body.id;
    });

  /** The owner's; the bystander wrote about it. */
  bookWithPossibleBuyer = () =>
    this.#once('book with a possible buyer', () => this.#bookWrittenAbout(this.owner, this.cast.bystander));

  /** A listing of the bystander, marked as sold to the owner. */
  saleToOwner = () =>
    this.#once('sale to the owner', async (): Promise<string> => {
      const { bookId } = await this.#bookWrittenAbout(this.cast.bystander, this.owner);
      const named = { buyerId: this.owner.id };
      return (await this.cast.bystander.post(`/api/books/${bookId}/named-sale`, named)).body.id;
    });

  /** From the owner to the other user of the conversation; without a `bookId`, of a listing that is gone. */
  sellToOther = (bookId: string | null = null): Promise<string> => {
    const { app, people, unblocked, talks } = this.cast;
    const buyer = this.talk.id === talks.blocked.id ? people.blocked : unblocked;
    return createSale(app, { sellerId: this.owner.id, buyerId: buyer.id, bookId });
  };

  /** A book that the owner has bought. */
  bookOfOwner = () =>
    this.#once('book of the owner', async () => {
      const id = await this.saleToOwner();
      expect((await this.owner.post(`/api/named-sales/${id}/response`, { received: true })).status).toBe(200);
      return id;
    });

  async #bookWrittenAbout(seller: TestClient, buyer: TestClient): Promise<{ bookId: string }> {
    const bookId = await list(seller);
    const conversationId = (await buyer.post('/api/conversations', { bookId })).body.id;
    const sent = await buyer.post('/api/messages', { conversationId, content: 'Hello' });
    expect(sent.status).toBe(200);
    return { bookId };
  }

  /** A pending payment of the owner. */
  payment = () =>
    this.#once('payment', async (): Promise<Payment> => {
      const { body } = await this.owner.post('/api/create-payment-intent', {
        bookId: await list(this.owner),
      });
      const { provider } = (await this.owner.get('/api/payments/provider')).body;
      return {
        key: provider.publishableKey,
        secret: body.clientSecret,
        intent: intentIdOf(body.clientSecret),
      };
    });

  /** Issued to the owner. Any holder may use it once. */
  uploadAddress = async (): Promise<URL> =>
    new URL((await this.owner.post('/api/objects/upload')).body.uploadURL);

  /** The file name of a stored photo of the owner. */
  photo = () =>
    this.#once('photo', async () => {
      const address = await this.uploadAddress();
      const body = new Uint8Array(await plainPicture(40, 40).jpeg().toBuffer());
      const stored = await fetch(address, { method: 'PUT', body });
      return ((await stored.json()) as { url: string }).url.split('/').at(-1)!;
    });

  /** The owner's. */
  passkey = () =>
    this.#once('passkey', async () => {
      const id = randomUUID();
      await this.cast.app.database.pool.query(
        `INSERT INTO identity_passkeys
          (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
        SELECT $1::uuid, subject::uuid, 'Phone', '', $1::uuid::text, 0, 'singleDevice', false, now() FROM users WHERE id = $2`,
        [id, this.owner.id],
      );
      return id;
    });

  closedSupportMessage = () =>
    this.#once('closed support message', async () => {
      const id = await this.supportMessage();
      expect((await this.cast.people.admin.post(`/api/admin/support/${id}/close`)).status).toBe(200);
      return id;
    });

  /** Of a report of the owner's listing. */
  case = () => this.#once('case', async () => this.#report(await this.book()));

  /** Of a report of another listing of the owner. */
  newCase = async (): Promise<string> => this.#report(await list(this.owner));

  async #report(bookId: string): Promise<string> {
    const about = { kind: 'book', id: bookId, reason: 'fake' };
    expect((await this.cast.bystander.post('/api/reports', about)).status).toBe(200);
    const { body } = await this.cast.people.admin.get('/api/staff/cases?limit=100');
    return body.find(({ target }: { target: { id: string } }) => target.id === bookId).id;
  }

  /** A new user in the same relation to the owner as the actor. */
  newcomer = async (actor: Role): Promise<TestClient> => {
    const person = await newcomer(this.cast.app, 'Nell Newcomer');
    if (actor === 'blocked') await this.owner.send('PUT', `/api/blocks/${person.id}`);
    return person;
  };

  /** Sent with the contact form. */
  supportMessage = () =>
    this.#once('support message', async () => {
      const message = { name: 'A', email: 'a@b.example', subject: 'Help', message: randomUUID() };
      await this.owner.post('/api/support', message);
      const { body } = await this.cast.people.admin.get('/api/admin/support?limit=100');
      return body.find((one: { message: string }) => one.message === message.message).id as string;
    });

  /** The code of a course with one book. */
  course = () =>
    this.#once('course', async () => {
      const { database, clock } = this.cast.app;
      const course = {
        code: 'MATH101',
        writtenCode: 'MATH 101',
        title: 'Calculus I',
        updatedAt: clock.now(),
      };
      await database.orm.insert(courses).values(course).onConflictDoNothing();
      const book = { courseCode: course.code, isbn: '9780262046305', requirement: 'required', place: 0 };
      await database.orm.insert(courseBooks).values(book).onConflictDoNothing();
      return course.code;
    });

  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = this.#things.get(name) ?? make();
    this.#things.set(name, made);
    return made as Promise<T>;
  }
}
