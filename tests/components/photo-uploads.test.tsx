import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PhotoUploads } from '#features/photos/web/photo-uploads.ts';
import { putPhoto } from '#features/photos/web/put-photo.ts';
import { shrinkPhoto } from '#features/photos/web/shrink-photo.ts';
import { setOnline } from '#tests/support/components/render-screen.tsx';

vi.mock('#features/photos/web/shrink-photo.ts', () => ({
  prepareShrinking: vi.fn(),
  shrinkPhoto: vi.fn(),
  validatePhotoFile: () => null,
}));
vi.mock('#features/photos/web/put-photo.ts', () => ({ putPhoto: vi.fn() }));

const address = {
  uploadURL: '/objects/upload/1',
  url: '/objects/1',
  maxBytes: 10_000_000,
  expiresAt: '2030-01-01T00:00:00.000Z',
};
const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
let uploads: PhotoUploads;
beforeEach(() => {
  vi.mocked(putPhoto).mockReset();
  vi.mocked(shrinkPhoto).mockImplementation(async (file) => file);
});
afterEach(() => uploads.close());

const open = (requestAddress = vi.fn(async () => address)) => {
  const stored = vi.fn();
  uploads = new PhotoUploads({ requestAddress, onStored: stored, onNoAddress: vi.fn() });
  return { stored, requestAddress };
};
const states = () => uploads.read().uploads.map(({ state }) => state);

test('uploads that a lost connection has stopped go on when it is back, refused ones do not', async () => {
  const { stored } = open();
  vi.mocked(putPhoto).mockImplementation(async (_url, file) =>
    file.name === 'broken.jpg'
      ? { ok: false, status: 400, code: 'invalid', detail: 'No photo' }
      : { ok: false, status: 0 },
  );
  setOnline(false);
  uploads.add([photo('one.jpg'), photo('broken.jpg'), photo('two.jpg')], 5);
  await waitFor(() => expect(states()).toEqual(['failed', 'refused', 'failed']));

  vi.mocked(putPhoto).mockImplementation(async () => ({ ok: true, status: 200 }));
  setOnline(true);
  await waitFor(() => expect(states()).toEqual(['done', 'refused', 'done']));
  expect([stored.mock.calls.length, uploads.read().connection?.online]).toEqual([2, true]);
});

test('one photo is on the line at a time, and the next follows before the server has answered', async () => {
  open();
  const sent: { name: string; onSent: () => void; answer: (ok: boolean) => void }[] = [];
  vi.mocked(putPhoto).mockImplementation(
    (_url, { name }, _signal, { onSent }) =>
      new Promise((resolve) => {
        sent.push({ name, onSent, answer: (ok) => resolve({ ok, status: ok ? 200 : 400 }) });
      }),
  );
  const names = () => sent.map(({ name }) => name);
  uploads.add([photo('one.jpg'), photo('two.jpg'), photo('three.jpg')], 5);
  await waitFor(() => expect(names()).toEqual(['one.jpg']));
  // The line is free after a failure, too.
  sent[0]!.answer(false);
  await waitFor(() => expect(names()).toEqual(['one.jpg', 'two.jpg']));
  sent[1]!.onSent();
  await waitFor(() => expect(names()).toEqual(['one.jpg', 'two.jpg', 'three.jpg']));
  expect(states()).toEqual(['failed', 'uploading', 'uploading']);
  sent[1]!.answer(true);
  sent[2]!.answer(true);
  await waitFor(() => expect(states()).toEqual(['failed', 'done', 'done']));
});

test('the address comes while the photo is made small; another attempt asks again', async () => {
  const { requestAddress } = open();
  const small = Promise.withResolvers<File>();
  vi.mocked(shrinkPhoto).mockReturnValue(small.promise);
  vi.mocked(putPhoto).mockResolvedValue({ ok: false, status: 0 });
  const [id] = uploads.add([photo('one.jpg')], 5);
  expect(requestAddress).toHaveBeenCalledTimes(1);
  small.resolve(photo('one.jpg'));
  await waitFor(() => expect(states()).toEqual(['failed']));
  expect(requestAddress).toHaveBeenCalledTimes(1);
  uploads.retry(id!);
  await waitFor(() => expect(putPhoto).toHaveBeenCalledTimes(2));
  expect(requestAddress).toHaveBeenCalledTimes(2);
});

test('an address that was asked for without a connection is asked for again when it is back', async () => {
  const { requestAddress } = open();
  requestAddress.mockRejectedValueOnce(new TypeError('no connection'));
  const small = Promise.withResolvers<File>();
  vi.mocked(shrinkPhoto).mockReturnValue(small.promise);
  uploads.add([photo('one.jpg')], 5);
  await waitFor(() => expect(requestAddress).toHaveBeenCalledTimes(1));
  window.dispatchEvent(new Event('online'));
  small.resolve(photo('one.jpg'));
  await waitFor(() => expect(putPhoto).toHaveBeenCalledTimes(1));
  expect(requestAddress).toHaveBeenCalledTimes(2);
});
