import { beforeEach, expect, it, vi } from 'vitest';
import { fakeCaches } from '#tests/support/fakes/fake-caches.ts';
import { forgetShared, keepShared, readShared, removeSharedPhoto } from './share-target.ts';

beforeEach(() => {
  vi.stubGlobal('caches', fakeCaches({ maxBytes: 4_000 }));
});

const photo = (name: string, bytes = 10, type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type });

/** A file of a size, without its bytes. */
function heavy(name: string, size: number): File {
  const file = photo(name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

async function share(fields: Record<string, string>, photos: File[] = []) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // A form of Node copies its files; one of a browser does not.
  vi.spyOn(form, 'getAll').mockReturnValue(photos);
  await keepShared(form, 3);
  const shared = await readShared();
  return (
    shared && { ...shared, photos: shared.photos.map(({ at, file }) => `${at} ${file.name} ${file.type}`) }
  );
}

it('keeps the text and the photos with their names, in place of what was shared before', async () => {
  await share({ text: 'before' }, [photo('1.jpg'), photo('2.jpg')]);
  expect(
    await share({ title: 'A book', url: 'https://shop.example' }, [photo('Портрет.webp', 10, 'image/webp')]),
  ).toEqual({
    text: 'A book\nhttps://shop.example',
    photos: ['0 Портрет.webp image/webp'],
    refusals: [],
  });
});

it('refuses what is no photo, is too large or too much, and says why once', async () => {
  const files = [
    photo('a.pdf', 10, 'application/pdf'),
    photo('b.txt', 10, 'text/plain'),
    heavy('c.jpg', 33 * 1024 * 1024),
    photo('d.heic', 10, ''),
    photo('e.jpg'),
    photo('f.jpg'),
    photo('g.jpg'),
    photo('', 0),
  ];
  const shared = await share({}, files);
  expect(shared?.photos.map((name) => name.split(' ')[1])).toEqual(['d.heic', 'e.jpg', 'f.jpg']);
  expect(shared?.refusals).toEqual(['not-photo', 'too-large', 'too-many']);
});

it('says that the device has no room, and keeps what came before', async () => {
  const shared = await share({ text: 'kept' }, [photo('a.jpg'), photo('b.jpg', 5_000), photo('c.jpg')]);
  expect(shared).toEqual({ text: 'kept', photos: ['0 a.jpg image/jpeg'], refusals: ['no-space'] });
});

it('forgets each photo that has arrived, and then everything', async () => {
  await share({}, [photo('a.jpg'), photo('b.jpg')]);
  await removeSharedPhoto(0);
  expect((await readShared())?.photos.map(({ at }) => at)).toEqual([1]);
  await forgetShared();
  expect(await readShared()).toBeNull();
  vi.stubGlobal('caches', undefined);
});

it('a browser without caches has nothing', async () => {
  vi.unstubAllGlobals();
  expect(await readShared()).toBeNull();
  await forgetShared();
});
