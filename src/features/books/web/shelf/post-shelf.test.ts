import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/web/transport.ts';
import { fakeStorage } from '#tests/support/fakes/fake-identity-server.ts';
import type { Book, BookInput } from '../../contract.ts';
import { postShelf } from './post-shelf.ts';
import { type ShelfRow, suggestPrice, withRow, withRowBack } from './shelf-rows.ts';
import { ShelfStore } from './shelf-store.ts';

const OWNER = 'owner';
const id = (at: number) => `01890000-0000-7000-8000-00000000000${at}`;
let store: ShelfStore;
let isSignedIn: boolean;

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  isSignedIn = true;
  store = new ShelfStore(OWNER, () => isSignedIn);
  for (const at of [1, 2, 3]) store.change((rows) => withRow(rows, { id: id(at), isbn: '9780262046305' }));
  store.change((rows) =>
    rows.map((row) => ({ ...row, title: 'T', author: 'A', price: '5', condition: 'Good', lookup: 'known' })),
  );
});

const change = (at: number, changes: Partial<ShelfRow>) =>
  store.change((rows) => rows.map((row) => (row.id === id(at) ? { ...row, ...changes } : row)));
const signOut = () => {
  isSignedIn = false;
  for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
};
const problemOf = (at: number) => store.read().rows.find((row) => row.id === id(at))?.problem;

function post(send: (input: BookInput) => Promise<unknown>, photoOf = async (_id: string) => true) {
  const sent: BookInput[] = [];
  const posted = postShelf(store, [1, 2, 3].map(id), {
    send: async (input) => {
      sent.push(input);
      return ((await send(input)) ?? {}) as Book;
    },
    photoOf,
    onListed: () => {},
  });
  return posted.then((result) => ({ ...result, sent }));
}

it('waits for the photo of a row, and sends it', async () => {
  const photoOf = async (row: string) => {
    if (row === id(2)) change(2, { images: ['/objects/uploads/x.webp'] });
    return row !== id(3);
  };
  const { listed, failed, sent } = await post(async () => ({}), photoOf);
  expect([listed, failed]).toEqual([2, 1]);
  expect(sent.map(({ images }) => images)).toEqual([[], ['/objects/uploads/x.webp']]);
  expect(problemOf(3)).toEqual({ text: expect.stringContaining('photo did not arrive'), fields: ['images'] });
});

it('a photo that the server does not know any more leaves its row', async () => {
  change(1, { images: ['/objects/uploads/old.webp'] });
  const gone = new ApiError(400, {
    code: 'photo-not-attachable',
    detail: 'Gone.',
    errors: [{ path: 'images.0', code: 'photos.problem.photo-not-attachable', message: 'Gone.' }],
  });
  await post(async ({ images }) => {
    if (images?.length) throw gone;
  });
  expect(store.read().rows.map(({ images }) => images)).toEqual([[]]);
  expect(problemOf(1)?.fields).toEqual(['images']);
});

it('a row names all its faults at once', async () => {
  change(2, { price: '', condition: '' });
  const { listed, failed } = await post(async () => ({}));
  expect([listed, failed]).toEqual([2, 1]);
  expect(problemOf(2)?.fields.toSorted()).toEqual(['condition', 'price']);
  expect(problemOf(2)?.text.split(' · ')).toHaveLength(2);
});

it('without an answer the others are not sent, and all keep their names for the next attempt', async () => {
  const before = store.read().rows.map((row) => row.id);
  const { sent, failed } = await post(() => Promise.reject(new TypeError('Failed to fetch')));
  expect([sent.length, failed]).toEqual([3, 3]);
  expect(store.read().rows.map((row) => row.id)).toEqual(before);
  expect(new ShelfStore(OWNER, () => true).read().rows.map((row) => row.id)).toEqual(before);
});

it('a row that another tab has posted or removed is left out', async () => {
  const photoOf = async (row: string) => {
    if (row === id(2)) store.change((rows) => rows.filter((each) => each.id !== id(2)));
    return true;
  };
  const { sent, listed } = await post(async () => ({}), photoOf);
  expect([sent.length, listed]).toEqual([2, 2]);
});

it('a suggestion for another condition changes nothing, and a row comes back once', () => {
  const [row] = store.read().rows;
  const rows = store.read().rows;
  expect(suggestPrice(rows, row!.id, { price: '9', for: 'Fair' })).toEqual(rows);
  expect(withRowBack(rows, row!, 0)).toBe(rows);
});

it('after a sign-out sends nothing with the session of another user, and stores nothing on the device', async () => {
  const { listed, failed, sent } = await post(
    async () => signOut(),
    async (row) => {
      // Their photos arrive later.
      if (row !== id(1)) await vi.waitUntil(() => !isSignedIn);
      return true;
    },
  );
  expect([listed, failed, sent.length]).toEqual([1, 0, 1]);
  expect(Object.keys(localStorage)).toEqual([]);
  // What was in work is not lost to its owner, who may sign in again.
  expect(store.read().rows.map((row) => row.id)).toEqual([id(3), id(2)]);
});

it('a request that is refused after a sign-out stores nothing on the device either', async () => {
  await post(async () => {
    signOut();
    throw new Error('Signed out');
  });
  expect(Object.keys(localStorage)).toEqual([]);
});
