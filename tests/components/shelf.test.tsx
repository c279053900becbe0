import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  currentToast,
  expectPath,
  expectToast,
  fill,
  hides,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { uuid } from '#tests/support/components/sample-data.ts';
import {
  add,
  ALGORITHMS,
  choose,
  condition,
  editions,
  HUNGER_GAMES,
  nextOwner,
  openShelfPage,
  price,
  rows,
  sentInputs,
  UNKNOWN,
} from '#tests/support/components/shelf-screen.tsx';

test('a code becomes a row with its facts, the median and the condition of the row before, the newest first', async () => {
  openShelfPage();
  await shows('Scan one after the other');
  expect((await control('button', 'Post books')).getAttribute('aria-disabled')).toBe('true');
  await add(HUNGER_GAMES);
  await shows('Added: The Hunger Games');
  await choose('The Hunger Games', 'Good');
  await add('0-262-04630-X');
  await shows('Added: Introduction to Algorithms, 4th Edition');
  await shows('2 of 30');
  expect((await condition('Introduction to Algorithms')).value).toBe('Good');
  await waitFor(async () => expect((await price('Introduction to Algorithms')).value).toBe('55.00'));
  expect((await price('The Hunger Games')).value).toBe('');
  expect(rows().map((row) => within(row).getByRole('heading').textContent?.trim())).toEqual([
    'Introduction to Algorithms',
    'The Hunger Games',
  ]);
  // A suggested price follows the condition, one that was typed does not.
  await choose('Introduction to Algorithms', 'Fair');
  await waitFor(async () => expect((await price('Introduction to Algorithms')).value).toBe('40.00'));
  await fill('Price of Introduction to Algorithms', '39');
  await choose('Introduction to Algorithms', 'Good');
  await userEvent.click(await price('The Hunger Games'));
  expect((await price('Introduction to Algorithms')).value).toBe('39');
});

test('the first condition is that of all rows without one', async () => {
  openShelfPage();
  await add(ALGORITHMS, HUNGER_GAMES);
  await shows('Added: The Hunger Games');
  await choose('The Hunger Games', 'Fair');
  expect((await condition('Introduction to Algorithms')).value).toBe('Fair');
  await choose('Introduction to Algorithms', 'Good');
  expect((await condition('The Hunger Games')).value).toBe('Fair');
});

test('the same code asks before it adds a second copy, and a wrong one is refused', async () => {
  openShelfPage();
  await add(ALGORITHMS, ALGORITHMS);
  await shows('Already in the list: Introduction to Algorithms');
  expect(rows()).toHaveLength(1);
  await press('Add a copy');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(screen.getAllByText('4th Edition · An Author')).toHaveLength(2);
  await fill('Or type an ISBN', '9780262046306');
  await press('Add');
  await shows("This isn't a valid ISBN. Check the digits.");
  expect(document.activeElement).toBe(screen.getByLabelText('Or type an ISBN'));
  expect(rows()).toHaveLength(2);
});

test('a second tap on Add, when the field is empty again, says nothing of a wrong ISBN', async () => {
  openShelfPage();
  await fill('Or type an ISBN', ALGORITHMS);
  await press('Add');
  await press('Add');
  await shows('Added: Introduction to Algorithms');
  expect(screen.queryByText("This isn't a valid ISBN. Check the digits.")).toBeNull();
});

test('a book that no source knows asks for title and author, and a failed lookup is repeated', async () => {
  const { server } = openShelfPage({ 'GET /api/editions/:isbn': () => refuse(503) });
  await add(ALGORITHMS);
  await shows("Couldn't look up this ISBN.");
  server.answers['GET /api/editions/:isbn'] = editions;
  await fill(/^Author/, 'As I know it');
  await press('Retry', rows()[0]);
  await shows('4th Edition · As I know it');
  await add(UNKNOWN);
  await shows('We do not know this ISBN yet.');
  await choose(UNKNOWN, 'Good');
  await fill(`Price of ${UNKNOWN}`, '5');
  await press('Post 2 books');
  await shows('One book was not posted. Title is required');
  await press('Show');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Title/));
  await fill(/^Title/, 'Own title');
  await fill(/^Author/, 'Own author');
  await press('Post 1 book');
  await waitFor(() =>
    expect(sentInputs(server).at(-1)).toMatchObject({
      title: 'Own title',
      author: 'Own author',
      isbn: UNKNOWN,
    }),
  );
});

test('a row is removed and had back in its place, and its title can be changed', async () => {
  openShelfPage();
  await add(ALGORITHMS, HUNGER_GAMES, UNKNOWN);
  await shows('We do not know this ISBN yet.');
  await press('Remove The Hunger Games');
  await expectToast('The Hunger Games removed');
  expect(rows()).toHaveLength(2);
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Introduction to Algorithms'),
  );
  await press('Undo', currentToast()!);
  expect(rows()[1]!.textContent).toContain('The Hunger Games');
  await press('Edit title and author of Introduction to Algorithms');
  await userEvent.type(within(rows()[2]!).getByLabelText(/^Title/), '!');
  await press('Remove Introduction to Algorithms, 4th Edition!');
  await expectToast('Introduction to Algorithms, 4th Edition! removed');
});

test('the rows survive a reload, for their writer only', async () => {
  const user = nextOwner();
  openShelfPage({}, user);
  await add(ALGORITHMS);
  await choose('Introduction to Algorithms', 'Good');
  await shows('Saved on this device, also without a connection.');
  const stored = localStorage.getItem('bookswap:private:shelf-draft')!;
  const { rows: kept, ownerId } = JSON.parse(stored) as { rows: object[]; ownerId: string };
  expect(ownerId).toBe(user.id);
  localStorage.setItem('bookswap:private:shelf-draft', stored);
  const other = nextOwner();
  openShelfPage({}, other);
  await shows('Scan one after the other');
  const ofAnotherVersion = [{ id: 'x' }, ...kept];
  const draft = JSON.stringify({ ownerId: other.id, rows: ofAnotherVersion });
  localStorage.setItem('bookswap:private:shelf-draft', draft);
  // Also how another tab is followed.
  dispatchEvent(new StorageEvent('storage', { key: 'bookswap:private:shelf-draft' }));
  await shows('1 of 30');
  expect((await condition('Introduction to Algorithms')).value).toBe('Good');
});

test('the list ends at thirty books', async () => {
  const draft = (at: number) => ({
    id: uuid(5_000 + at),
    isbn: HUNGER_GAMES,
    title: 'The Hunger Games',
    author: 'Suzanne Collins',
    subject: '',
    condition: 'Good',
    price: '4',
    suggested: '',
    suggestedFor: 'Good',
    images: [],
    lookup: 'known',
    problem: null,
  });
  const thirty = Array.from({ length: 30 }, (_, at) => draft(at));
  const user = nextOwner();
  openShelfPage({}, user);
  await shows('Scan one after the other');
  localStorage.setItem('bookswap:private:shelf-draft', JSON.stringify({ ownerId: user.id, rows: thirty }));
  dispatchEvent(new StorageEvent('storage', { key: 'bookswap:private:shelf-draft' }));
  await shows('30 of 30');
  await add(ALGORITHMS);
  await waitFor(() =>
    expect(screen.getAllByText('The list is full: 30 books at most. Post them first.')).toHaveLength(2),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Or type an ISBN').value).toBe(ALGORITHMS);
  expect(rows()).toHaveLength(30);
});

test('a price of 0 is said to be free, in a row of the shelf and in the form', async () => {
  openShelfPage();
  await add(HUNGER_GAMES);
  const entered = await price('The Hunger Games');
  expect(entered.getAttribute('aria-describedby')).toBeNull();
  await fill('Price of The Hunger Games', '0');
  await shows('Free: buyers pay nothing.');
  expect(document.getElementById(entered.getAttribute('aria-describedby')!)?.textContent).toMatch(/^Free/);
  await fill('Price of The Hunger Games', '0.50');
  await hides('Free: buyers pay nothing.');
  cleanup();
  renderScreen('/add-listing', { user: nextOwner() });
  await fill(/^Price/, '0,00');
  await shows('Free: buyers pay nothing.');
});

test('a sign-out asks before it deletes the books of a shelf, and not without them', async () => {
  const user = nextOwner();
  openShelfPage({}, user);
  await add(HUNGER_GAMES, ALGORITHMS);
  await shows('2 of 30');
  const kept = () => localStorage.getItem('bookswap:private:shelf-draft');
  cleanup();
  renderScreen('/profile', { user, 'POST /api/auth/sign-out': {} });
  await press('Sign Out');
  await shows('Sign out and lose 2 books?');
  await press('Stay signed in');
  await hides('Sign out and lose 2 books?');
  expect(kept()).not.toBeNull();
  await press('Sign Out');
  await press('Sign Out', await screen.findByRole('dialog'));
  await waitFor(() => expect(kept()).toBeNull());
  await expectPath('/');
});

test('what a pasted list has beyond the room, or with a wrong digit, stays in the field', async () => {
  openShelfPage();
  await shows('One, or paste a whole list.');
  const field = await screen.findByLabelText<HTMLInputElement>('Or type an ISBN');
  await add(`${ALGORITHMS}, 9780439023482`);
  await shows("This isn't a valid ISBN. Check the digits.");
  expect([rows().length, field.value]).toEqual([1, '9780439023482']);
});
