import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PhotoUploads } from '#features/photos/web/photo-uploads.ts';
import { putPhoto } from '#features/photos/web/put-photo.ts';
import { setOnline } from '#tests/support/components/render-screen.tsx';

vi.mock('#features/photos/web/shrink-photo.ts', () => ({
  shrinkPhoto: async (file: File) => file,
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
afterEach(() => uploads.close());

test('uploads that a lost connection has stopped go on when it is back, refused ones do not', async () => {
  const stored = vi.fn();
  uploads = new PhotoUploads({ requestAddress: async () => address, onStored: stored, onNoAddress: vi.fn() });
  const states = () => uploads.read().uploads.map(({ state }) => state);
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
