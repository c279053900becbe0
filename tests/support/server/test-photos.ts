/**
 * For photo tests: photos and listings behind real HTTP on a real database, users with tokens, a settable
 * clock.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { Book } from '#features/books/contract.ts';
import { bookPersonalData } from '#features/books/server/personal-data.ts';
import { mountBooks } from '#features/books/server/mount.ts';
import type { Live } from '#features/live/server/mount.ts';
import type { StoredPhoto, UploadTarget } from '#features/photos/contract.ts';
import { createBookPrices } from '#features/prices/server/book-prices.ts';
import { bookWorks } from '#features/editions/server/works/book-works.ts';
import { mountPhotos, type PhotosOptions } from '#features/photos/server/mount.ts';
import { photos } from '#features/photos/server/table.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import type { Database } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { openDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import type { FieldError } from '#platform/shared/problem.ts';
import { noisePicture } from './sample-images.ts';
import { TestClock } from './test-clock.ts';
import { createTestContext } from './test-context.ts';

export type PhotoUser = { id: string };
/** The union of the fields of a problem, an upload URL, a photo and a listing. */
type AnyBody = UploadTarget & StoredPhoto & Book & { code?: string; errors?: FieldError[] };
export type PhotosResponse<T = AnyBody> = { status: number; body: T; headers: Headers };
type PhotosServer = {
  url: string;
  events: EventBus;
  runJob(name: string): Promise<void>;
  close(): Promise<void>;
};

type PhotosNodeOptions = PhotosOptions & { storage?: ObjectStorage };

export class TestPhotos {
  readonly database: Database;
  readonly dataDir: string;
  readonly storage: ObjectStorage;
  readonly nodes: PhotosServer[] = [];
  readonly clock = new TestClock();

  static async open(database: Database, parts: PhotosNodeOptions = {}): Promise<TestPhotos> {
    const dataDir = await mkdtemp(join(tmpdir(), 'photos-'));
    const photos = new TestPhotos(database, dataDir, await openDiskStorage(join(dataDir, 'photos')));
    await photos.startNode(parts);
    return photos;
  }

  private constructor(database: Database, dataDir: string, storage: ObjectStorage) {
    this.database = database;
    this.dataDir = dataDir;
    this.storage = storage;
  }

  async startNode({ storage = this.storage, ...parts }: PhotosNodeOptions = {}): Promise<PhotosServer> {
    const { database, clock, dataDir } = this;
    const { context, http, runJob } = await createTestContext({
      database,
      clock,
      dataDir,
      storage,
      authenticate: async ({ authorization }) => ({
        id: authorization!.replace('Bearer ', ''),
        roles: [],
        pausedUntil: null,
      }),
    });
    await mountPhotos(context, parts);
    const books = await mountBooks(context, {
      live: { register: () => {} } as Partial<Live> as Live,
      listingDays: 120,
      courseIsbns: async () => [],
      prices: createBookPrices(context),
      works: bookWorks,
      bookHook: async () => {},
      firstListingHook: null,
      campusName: undefined,
      limit: async () => {},
    });
    await http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = http.server.address() as AddressInfo;
    const node: PhotosServer = {
      url: `http://127.0.0.1:${port}`,
      events: context.events,
      runJob,
      async close() {
        await http.close();
        await books.close();
      },
    };
    this.nodes.push(node);
    return node;
  }

  async close(): Promise<void> {
    for (const node of this.nodes.splice(0)) await node.close();
    await rm(this.dataDir, { recursive: true });
  }

  async person(name: string): Promise<PhotoUser> {
    const now = this.clock.now();
    const id = newId(now);
    const email = `${id}@campus.example`;
    await this.database.orm
      .insert(users)
      .values({ id, issuer: 'test', subject: id, email, name, createdAt: now });
    return { id };
  }

  /** Deletes a user with their listings. */
  async deleteUser({ id }: PhotoUser): Promise<void> {
    const listings = bookPersonalData({ events: this.nodes[0]!.events, works: bookWorks });
    await this.database.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.id, id));
      await listings.remove!(tx, user!, this.clock.now());
      await tx.delete(users).where(eq(users.id, id));
    });
  }

  async call<T = AnyBody>(
    person: PhotoUser | null,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<PhotosResponse<T>> {
    const response = await fetch(this.nodes[0]!.url + path, {
      method,
      headers: {
        ...(person && { authorization: `Bearer ${person.id}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T, headers: response.headers };
  }

  /** Requests an upload URL; returns its path and the photo's future URL. */
  async address(person: PhotoUser): Promise<{ path: string; url: string; id: string }> {
    const { status, body } = await this.call<UploadTarget>(person, 'POST', '/api/objects/upload');
    if (status !== 200) throw new Error(`no upload URL: ${status}`);
    const { pathname, search } = new URL(body.uploadURL);
    return { path: pathname + search, url: body.url, id: pathname.split('/').at(-1)! };
  }

  async put(path: string, body: string | Uint8Array, node = this.nodes[0]!): Promise<PhotosResponse> {
    const response = await fetch(node.url + path, { method: 'PUT', body: body as string });
    return { status: response.status, body: (await response.json()) as AnyBody, headers: response.headers };
  }

  /** A stored photo; returns its URL. */
  async photo(person: PhotoUser, width = 300, height = 400): Promise<string> {
    const { path } = await this.address(person);
    const bytes = await noisePicture(width, height).jpeg().toBuffer();
    const { status, body } = await this.put(path, bytes);
    if (status !== 200) throw new Error(`not stored: ${status} ${JSON.stringify(body)}`);
    return body.url;
  }

  listing(images: string[]) {
    return { title: 'Campbell Biology', author: 'Lisa A. Urry', condition: 'Good', price: 11_800, images };
  }

  book(person: PhotoUser, images: string[]): Promise<PhotosResponse> {
    return this.call(person, 'POST', '/api/books', this.listing(images));
  }

  async row(idOrUrl: string) {
    const id = idOrUrl.replace(/^\/objects\/uploads\/|\.webp$/g, '');
    const [row] = await this.database.orm.select().from(photos).where(eq(photos.id, id));
    return row;
  }

  /** The files of photos, and of uploads in progress. */
  async files(): Promise<{ stored: string[]; arriving: string[] }> {
    const under = async (folder: string) => {
      const entries = await readdir(join(this.dataDir, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    };
    return { stored: await under('photos'), arriving: await under('incoming') };
  }
}
