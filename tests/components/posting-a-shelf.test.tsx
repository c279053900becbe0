import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BookInput } from '#features/books/contract.ts';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  expectPath,
  fill,
  follow,
  hides,
  press,
  setOnline,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { ownBook } from '#tests/support/components/sample-data.ts';
import {
  add,
  ALGORITHMS,
  choose,
  HUNGER_GAMES,
  list,
  openShelfPage,
  price,
  rows,
  sentInputs,
  skipAd,
} from '#tests/support/components/shelf-screen.tsx';

test('posts one request for each row, at most three at a time, and says how far it is', async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  const { server } = openShelfPage({
    'POST /api/books': async (request) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        most = Math.max(most, waiting.length);
      });
      return list(request);
    },
  });
  await add(ALGORITHMS);
  await choose('Introduction to Algorithms', 'Good');
  for (let copy = 0; copy < 4; copy += 1) {
    await add(ALGORITHMS);
    await press('Add a copy');
  }
  await waitFor(() => expect(screen.getAllByDisplayValue('55.00')).toHaveLength(5));
  await press('Post 5 books');
  await waitFor(() => expect(waiting).toHaveLength(3));
  await shows('Posting 0 of 5...');
  expect(rows().filter((row) => row.getAttribute('aria-busy') === 'true')).toHaveLength(5);
  expect(within(rows()[0]!).getByLabelText<HTMLInputElement>(/^Price/).disabled).toBe(true);
  waiting.shift()!();
  await shows('Posting 1 of 5...');
  await waitFor(() => expect(waiting).toHaveLength(3));
  while (sentInputs(server).length < 5 || waiting.length > 0) {
    waiting.shift()?.();
    await new Promise(setImmediate);
  }
  await shows('5 books are listed');
  expect(most).toBe(3);
  expect(new Set(sentInputs(server).map(({ clientListingId }) => clientListingId)).size).toBe(5);
  expect(rows()).toHaveLength(0);
  expect(localStorage.getItem('bookswap:private:shelf-draft')).toBeNull();
});

test('a row that fails keeps its reason and its place; a retry posts the same listing, and the advertisement comes after the last', async () => {
  const { server } = openShelfPage({
    'POST /api/books': (request) =>
      (request.body as BookInput).isbn === HUNGER_GAMES
        ? refuse(409, 'conflict', 'No such luck.')
        : list(request),
  });
  await add(ALGORITHMS, HUNGER_GAMES);
  await choose('The Hunger Games', 'Good');
  await waitFor(async () => expect((await price('Introduction to Algorithms')).value).toBe('55.00'));
  await press('Post 2 books');
  await shows('Not posted: Price is required');
  await shows('1 book is listed');
  expect(sentInputs(server)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  await fill('Price of The Hunger Games', '4');
  await hides('Not posted');
  await press('Post 1 book');
  await shows('Not posted: No such luck.');
  server.answers['POST /api/books'] = list;
  await press('Post 1 book');
  await shows('1 book is listed');
  await skipAd();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, again] = sentInputs(server).slice(-2);
  expect(again!.clientListingId).toBe(first!.clientListingId);
  await follow('Show my listings');
  await expectPath('/profile');
});

test('the first listings of an account are sent for a review, and no list has them', async () => {
  const { queries } = openShelfPage({
    'POST /api/books': ({ body }) => ({
      ...ownBook({ id: crypto.randomUUID(), title: (body as BookInput).title, isActive: false }),
      hiddenBy: 'review',
    }),
  });
  queries.setQueryData(['books', 'list', {}], { pages: [{ items: [], next: null }], pageParams: [null] });
  await add(ALGORITHMS, HUNGER_GAMES);
  await choose('The Hunger Games', 'Good');
  await fill('Price of The Hunger Games', '4');
  await waitFor(async () => expect((await price('Introduction to Algorithms')).value).toBe('55.00'));
  const lists: unknown[] = [];
  const stop = queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[1] === 'list') lists.push(query.state.data);
  });
  await press('Post 2 books');
  await shows('2 books were sent');
  await shows('We check the first listing of each account; then everybody sees them.');
  stop();
  expect(JSON.stringify(lists)).not.toContain('Algorithms');
  expect(screen.queryByText(/listed/)).toBeNull();
});

test('who may list fewer is told before, and no more than that are posted, the oldest first', async () => {
  const { server } = openShelfPage({ 'GET /api/books/allowance': { today: 1, places: 200 } });
  await add(ALGORITHMS, HUNGER_GAMES);
  await choose('The Hunger Games', 'Good');
  await fill('Price of The Hunger Games', '4');
  await waitFor(async () => expect((await price('Introduction to Algorithms')).value).toBe('55.00'));
  await shows('You can list 1 more today. 1 book stays here until tomorrow.');
  server.answers['GET /api/books/allowance'] = { today: 0, places: 0 };
  await press('Post 1 book');
  await shows('You can list 0 more today.');
  expect(sentInputs(server).map(({ isbn }) => isbn)).toEqual([ALGORITHMS]);
  const button = await control('button', 'Post 0 books');
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('a limit that was reached meanwhile ends the posting, and the rows say so', async () => {
  const { server } = openShelfPage({
    'POST /api/books': () => refuse(429, 'daily-limit-reached', 'Come back tomorrow.'),
  });
  await add(ALGORITHMS);
  await choose('Introduction to Algorithms', 'Good');
  for (let copy = 0; copy < 5; copy += 1) {
    await add(ALGORITHMS);
    await press('Add a copy');
  }
  await waitFor(() => expect(screen.getAllByDisplayValue('55.00')).toHaveLength(6));
  await press('Post 6 books');
  await shows('6 books were not posted. Come back tomorrow.');
  expect(sentInputs(server).length).toBeLessThanOrEqual(3);
  expect(screen.getAllByText('Not posted: Come back tomorrow.')).toHaveLength(6);
});

test('without a connection the rows wait, and their facts come when it is back', async () => {
  const { server } = openShelfPage();
  await add(HUNGER_GAMES);
  await shows('Added: The Hunger Games');
  setOnline(false);
  server.isDown = true;
  await shows('You are offline. The books stay here until you can post them.');
  await add(ALGORITHMS);
  await shows('Looked up when you are online again.');
  await press('Post 2 books');
  expect(sentInputs(server)).toEqual([]);
  server.isDown = false;
  setOnline(true);
  await shows('4th Edition · An Author');
  await hides('You are offline. The books');
});
