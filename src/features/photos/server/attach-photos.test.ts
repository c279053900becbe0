import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PhotosResponse, type PhotoUser, TestPhotos } from '#tests/support/server/test-photos.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { photoTimes } from '../rules.ts';
import { deleteUnattachedPhotos } from './delete-unattached-photos.ts';

let database: TestDatabase;
let photos: TestPhotos;
let maya: PhotoUser;
let eve: PhotoUser;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.reset();
  photos = await TestPhotos.open(database);
  maya = await photos.person('Maya');
  eve = await photos.person('Eve');
});
afterEach(() => photos.close());
afterAll(() => database.close());

const refusal = ({ status, body }: PhotosResponse) => [
  status,
  body.code,
  body.errors?.map(({ path }) => path),
];

describe('a listing', () => {
  it('shows the photos that its seller has uploaded, in their order', async () => {
    const [one, two] = [await photos.photo(maya), await photos.photo(maya)];
    const posted = await photos.book(maya, [two, one]);
    expect([posted.status, posted.body.images]).toEqual([201, [two, one]]);
    for (const url of [one, two]) {
      expect(await photos.row(url)).toMatchObject({ bookId: posted.body.id, unattachedSince: null });
    }
  });

  it('accepts no photo of another user, no incomplete one, none twice and none from elsewhere', async () => {
    const own = await photos.photo(maya);
    const foreign = await photos.photo(eve);
    const { url: pending } = await photos.address(maya);
    const unusable = (...at: number[]) => [400, 'photo-not-attachable', at.map((i) => `images.${i}`)];
    expect(refusal(await photos.book(maya, [own, foreign]))).toEqual(unusable(1));
    expect(refusal(await photos.book(maya, [pending, own]))).toEqual(unusable(0));
    expect(refusal(await photos.book(maya, [own, own]))).toEqual(unusable(1));
    expect(
      refusal(await photos.book(maya, ['https://elsewhere.example/a.webp', '/etc/passwd', own])),
    ).toEqual(unusable(0, 1));
    expect(refusal(await photos.book(maya, Array(6).fill(own)))[0]).toBe(400);
    expect((await photos.row(own))?.bookId).toBeNull();
    expect((await photos.call(null, 'GET', '/api/books')).body).toEqual([]);
  });

  it('shares no photo with another one, even if both are created concurrently', async () => {
    const url = await photos.photo(maya);
    const answers = await Promise.all(Array.from({ length: 6 }, () => photos.book(maya, [url])));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 400, 400, 400, 400, 400,
    ]);
    const posted = answers.find(({ status }) => status === 201)!;
    expect((await photos.row(url))?.bookId).toBe(posted.body.id);
  });

  it('detaches the photos that an edit removes, and attaches those that it adds', async () => {
    const [one, two, three] = [await photos.photo(maya), await photos.photo(maya), await photos.photo(maya)];
    const { body: book } = await photos.book(maya, [one, two]);
    const edited = await photos.call(maya, 'PATCH', `/api/books/${book.id}`, { images: [three, two] });
    expect([edited.status, edited.body.images]).toEqual([200, [three, two]]);
    expect(await photos.row(one)).toMatchObject({ bookId: null, unattachedSince: photos.clock.now() });
    expect(await photos.row(three)).toMatchObject({ bookId: book.id, unattachedSince: null });
    expect((await photos.book(maya, [one])).status).toBe(201);

    const refused = await photos.call(maya, 'PATCH', `/api/books/${book.id}`, { images: [one, three] });
    expect(refusal(refused)).toEqual([400, 'photo-not-attachable', ['images.0']]);
    expect((await photos.row(two))?.bookId).toBe(book.id);
    expect((await photos.call(eve, 'PATCH', `/api/books/${book.id}`, { images: [] })).status).toBe(404);
    expect((await photos.call(maya, 'PATCH', `/api/books/${book.id}`, { images: [] })).body.images).toEqual(
      [],
    );
    expect((await photos.row(three))?.bookId).toBeNull();
  });
});

describe('the cleanup', () => {
  const sweep = () => photos.nodes[0]!.runJob('delete-unattached-photos');

  it('deletes unattached photos after a day with their files, and no others', async () => {
    const [held, loose] = [await photos.photo(maya), await photos.photo(maya)];
    const { id: pending } = await photos.address(eve);
    await photos.book(maya, [held]);
    photos.clock.advance(photoTimes.unattachedTtlMs - 1);
    const young = await photos.photo(eve);
    await sweep();
    expect((await photos.row(loose))?.status).toBe('stored');

    photos.clock.advance(1);
    await sweep();
    expect([await photos.row(loose), await photos.row(pending)]).toEqual([undefined, undefined]);
    const { stored } = await photos.files();
    expect(
      stored.every((name) => name.startsWith(held.slice(17, -5)) || name.startsWith(young.slice(17, -5))),
    ).toBe(true);
    expect(stored).toHaveLength(4);
    expect((await fetch(photos.nodes[0]!.url + held)).status).toBe(200);
    expect((await fetch(photos.nodes[0]!.url + loose)).status).toBe(404);
  });

  it('counts the day from when a listing detached the photo', async () => {
    const url = await photos.photo(maya);
    const { body: book } = await photos.book(maya, [url]);
    photos.clock.advance(10 * photoTimes.unattachedTtlMs);
    await photos.call(maya, 'PATCH', `/api/books/${book.id}`, { images: [] });
    await sweep();
    expect(await photos.row(url)).toBeDefined();
    photos.clock.advance(photoTimes.unattachedTtlMs);
    await sweep();
    expect(await photos.row(url)).toBeUndefined();
  });

  it('deletes the photos of a deleted listing once it cannot be restored, and those of a deleted user', async () => {
    const [deleted, kept] = [await photos.photo(maya), await photos.photo(maya)];
    const ofEve = await photos.photo(eve);
    const { body: book } = await photos.book(maya, [deleted]);
    await photos.book(maya, [kept]);
    await photos.book(eve, [ofEve]);
    await photos.call(maya, 'DELETE', `/api/books/${book.id}`);
    await sweep();
    expect(await photos.row(deleted)).toBeDefined();

    photos.clock.advance(31_000);
    await photos.nodes[0]!.runJob('purge-deleted-books');
    await photos.deleteUser(eve);
    await sweep();
    expect([await photos.row(deleted), await photos.row(ofEve)]).toEqual([undefined, undefined]);
    expect((await photos.row(kept))?.status).toBe('stored');
    expect((await photos.files()).stored).toHaveLength(2);
  });

  it('deletes the rest after an interruption, and photos that it has begun to delete cannot be used', async () => {
    const url = await photos.photo(maya);
    photos.clock.advance(photoTimes.unattachedTtlMs);
    const broken = { ...photos.storage, remove: () => Promise.reject(new Error('the storage is away')) };
    await expect(deleteUnattachedPhotos(database, broken, photos.clock.now())).rejects.toThrow(
      'the storage is away',
    );
    expect(await photos.row(url)).toMatchObject({ ownerId: null });
    expect((await fetch(photos.nodes[0]!.url + url)).status).toBe(404);
    expect((await photos.book(maya, [url])).status).toBe(400);
    expect(await deleteUnattachedPhotos(database, photos.storage, photos.clock.now())).toBe(1);
    expect(await photos.row(url)).toBeUndefined();
    expect((await photos.files()).stored).toEqual([]);
  });
});
