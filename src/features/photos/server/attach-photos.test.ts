import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PhotosResponse, type PhotoUser, TestPhotos } from '#tests/support/server/test-photos.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { photoTimes } from '../rules.ts';
import { deleteUnattachedPhotos } from './delete-unattached-photos.ts';

let database: TestDatabase;
let door: TestPhotos;
let maya: PhotoUser;
let eve: PhotoUser;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.reset();
  door = await TestPhotos.open(database);
  maya = await door.person('Maya');
  eve = await door.person('Eve');
});
afterEach(() => door.close());
afterAll(() => database.close());

const refusal = ({ status, body }: PhotosResponse) => [
  status,
  body.code,
  body.errors?.map(({ path }) => path),
];

describe('a listing', () => {
  it('shows the photos that its seller has uploaded, in their order', async () => {
    const [one, two] = [await door.photo(maya), await door.photo(maya)];
    const posted = await door.book(maya, [two, one]);
    expect([posted.status, posted.body.images]).toEqual([201, [two, one]]);
    for (const url of [one, two]) {
      expect(await door.row(url)).toMatchObject({ bookId: posted.body.id, unattachedSince: null });
    }
  });

  it('accepts no photo of another user, no incomplete one, none twice and none from elsewhere', async () => {
    const own = await door.photo(maya);
    const foreign = await door.photo(eve);
    const { url: pending } = await door.address(maya);
    const unusable = (...at: number[]) => [400, 'photo-not-attachable', at.map((i) => `images.${i}`)];
    expect(refusal(await door.book(maya, [own, foreign]))).toEqual(unusable(1));
    expect(refusal(await door.book(maya, [pending, own]))).toEqual(unusable(0));
    expect(refusal(await door.book(maya, [own, own]))).toEqual(unusable(1));
    expect(refusal(await door.book(maya, ['https://elsewhere.example/a.webp', '/etc/passwd', own]))).toEqual(
      unusable(0, 1),
    );
    expect(refusal(await door.book(maya, Array(6).fill(own)))[0]).toBe(400);
    expect((await door.row(own))?.bookId).toBeNull();
    expect((await door.call(null, 'GET', '/api/books')).body).toEqual([]);
  });

  it('shares no photo with another one, even if both are created concurrently', async () => {
    const url = await door.photo(maya);
    const answers = await Promise.all(Array.from({ length: 6 }, () => door.book(maya, [url])));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 400, 400, 400, 400, 400,
    ]);
    const posted = answers.find(({ status }) => status === 201)!;
    expect((await door.row(url))?.bookId).toBe(posted.body.id);
  });

  it('detaches the photos that an edit removes, and attaches those that it adds', async () => {
    const [one, two, three] = [await door.photo(maya), await door.photo(maya), await door.photo(maya)];
    const { body: book } = await door.book(maya, [one, two]);
    const edited = await door.call(maya, 'PATCH', `/api/books/${book.id}`, { images: [three, two] });
    expect([edited.status, edited.body.images]).toEqual([200, [three, two]]);
    expect(await door.row(one)).toMatchObject({ bookId: null, unattachedSince: door.clock.now() });
    expect(await door.row(three)).toMatchObject({ bookId: book.id, unattachedSince: null });
    expect((await door.book(maya, [one])).status).toBe(201);

    const refused = await door.call(maya, 'PATCH', `/api/books/${book.id}`, { images: [one, three] });
    expect(refusal(refused)).toEqual([400, 'photo-not-attachable', ['images.0']]);
    expect((await door.row(two))?.bookId).toBe(book.id);
    expect((await door.call(eve, 'PATCH', `/api/books/${book.id}`, { images: [] })).status).toBe(404);
    expect((await door.call(maya, 'PATCH', `/api/books/${book.id}`, { images: [] })).body.images).toEqual([]);
    expect((await door.row(three))?.bookId).toBeNull();
  });
});

describe('the cleanup', () => {
  const sweep = () => door.nodes[0]!.runJob('delete-unattached-photos');

  it('deletes unattached photos after a day with their files, and no others', async () => {
    const [held, loose] = [await door.photo(maya), await door.photo(maya)];
    const { id: pending } = await door.address(eve);
    await door.book(maya, [held]);
    door.clock.advance(photoTimes.unattachedTtlMs - 1);
    const young = await door.photo(eve);
    await sweep();
    expect((await door.row(loose))?.status).toBe('stored');

    door.clock.advance(1);
    await sweep();
    expect([await door.row(loose), await door.row(pending)]).toEqual([undefined, undefined]);
    const { stored } = await door.files();
    expect(
      stored.every((name) => name.startsWith(held.slice(17, -5)) || name.startsWith(young.slice(17, -5))),
    ).toBe(true);
    expect(stored).toHaveLength(4);
    expect((await fetch(door.nodes[0]!.url + held)).status).toBe(200);
    expect((await fetch(door.nodes[0]!.url + loose)).status).toBe(404);
  });

  it('counts the day from when a listing detached the photo', async () => {
    const url = await door.photo(maya);
    const { body: book } = await door.book(maya, [url]);
    door.clock.advance(10 * photoTimes.unattachedTtlMs);
    await door.call(maya, 'PATCH', `/api/books/${book.id}`, { images: [] });
    await sweep();
    expect(await door.row(url)).toBeDefined();
    door.clock.advance(photoTimes.unattachedTtlMs);
    await sweep();
    expect(await door.row(url)).toBeUndefined();
  });

  it('deletes the photos of a deleted listing once it cannot be restored, and those of a deleted user', async () => {
    const [deleted, kept] = [await door.photo(maya), await door.photo(maya)];
    const ofEve = await door.photo(eve);
    const { body: book } = await door.book(maya, [deleted]);
    await door.book(maya, [kept]);
    await door.book(eve, [ofEve]);
    await door.call(maya, 'DELETE', `/api/books/${book.id}`);
    await sweep();
    expect(await door.row(deleted)).toBeDefined();

    door.clock.advance(31_000);
    await door.nodes[0]!.runJob('purge-deleted-books');
    await door.deleteUser(eve);
    await sweep();
    expect([await door.row(deleted), await door.row(ofEve)]).toEqual([undefined, undefined]);
    expect((await door.row(kept))?.status).toBe('stored');
    expect((await door.files()).stored).toHaveLength(2);
  });

  it('deletes the rest after an interruption, and photos that it has begun to delete cannot be used', async () => {
    const url = await door.photo(maya);
    door.clock.advance(photoTimes.unattachedTtlMs);
    const broken = { ...door.storage, remove: () => Promise.reject(new Error('the storage is away')) };
    await expect(deleteUnattachedPhotos(database, broken, door.clock.now())).rejects.toThrow(
      'the storage is away',
    );
    expect(await door.row(url)).toMatchObject({ ownerId: null });
    expect((await fetch(door.nodes[0]!.url + url)).status).toBe(404);
    expect((await door.book(maya, [url])).status).toBe(400);
    expect(await deleteUnattachedPhotos(database, door.storage, door.clock.now())).toBe(1);
    expect(await door.row(url)).toBeUndefined();
    expect((await door.files()).stored).toEqual([]);
  });
});
