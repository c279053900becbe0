import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { keepShared, readShared } from '#platform/shared/share-target.ts';
import {
  currentToast,
  expectPath,
  expectToast,
  fill,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { robin } from '#tests/support/components/sample-data.ts';
import { ALGORITHMS, editions, HUNGER_GAMES } from '#tests/support/components/shelf-screen.tsx';
import { fakeCaches } from '#tests/support/fakes/fake-caches.ts';

const open = (shared: string) =>
  renderScreen(`/add-listing?shared=${shared}`, { user: robin, 'GET /api/editions/:isbn': editions });
const isbn = async () => (await screen.findByLabelText<HTMLInputElement>('ISBN')).value;

async function keep(text: string, ...files: File[]): Promise<void> {
  vi.stubGlobal('caches', fakeCaches());
  const form = new FormData();
  form.append('text', text);
  for (const file of files) form.append('photos', file);
  await keepShared(form, 5);
}

test('a shared ISBN is looked up, and the address forgets it', async () => {
  open(ALGORITHMS);
  await shows('Filled in from the ISBN.');
  expect(await isbn()).toBe(ALGORITHMS);
  await expectPath('/add-listing');
});

test('what did not arrive, and a text without an ISBN, are told', async () => {
  open('lost');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'The shared photo did not arrive. Please add it here.',
    ),
  );
  await expectPath('/add-listing');
  open('0');
  await shows('There is no ISBN in the shared text.');
});

test('the text that the service worker has kept is read once', async () => {
  await keep('Look: ISBN 978-0-262-04630-5', new File(['x'], 'notes.pdf', { type: 'application/pdf' }));
  open('1');
  await shows('Filled in from the ISBN.');
  await shows('Only photos and texts with an ISBN can be shared here.');
  await expectPath('/add-listing');
  expect(await readShared()).toBeNull();
  // A link to what is gone.
  open('1');
  await expectPath('/add-listing');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('another book begins a new draft, and the former can be had back', async () => {
  renderScreen('/add-listing', { user: robin, 'GET /api/editions/:isbn': editions });
  await fill('ISBN', HUNGER_GAMES);
  await shows('Filled in from the ISBN.');
  open(ALGORITHMS);
  await expectToast('Draft replaced');
  await waitFor(async () =>
    expect((await screen.findByLabelText<HTMLInputElement>(/^Title/)).value).toMatch(/^Introduction/),
  );
  await press('Undo', currentToast()!);
  await waitFor(async () => expect(await isbn()).toBe(HUNGER_GAMES));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Title/)).value).toBe('The Hunger Games');
});
