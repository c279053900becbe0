import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Book } from '#features/books/contract.ts';
import type { Edition } from '#features/editions/contract.ts';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  currentToast,
  expectPath,
  expectToast,
  fill,
  follow,
  hides,
  press,
  renderScreen,
  setOnline,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { ownBook, robin, sampleBook, uuid } from '#tests/support/components/sample-data.ts';

const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
const [TITLE, AUTHOR, PRICE] = [/^Title/, /^Author/, /^Price/];
const editUrl = `/book/${uuid(10)}/edit`;
const editing = { user: robin, 'GET /api/books/:id': ownBook(), 'GET /api/books/user/:userId': [ownBook()] };

test('the keypad of the ISBN has digits, and letters once the next may be the X of an ISBN-10', async () => {
  renderScreen('/add-listing', { user: robin });
  const field = await screen.findByLabelText<HTMLInputElement>(/^ISBN/);
  const keypadAfter = async (typed: string) => {
    await fill(/^ISBN/, typed);
    return field.inputMode;
  };
  expect(field.inputMode).toBe('numeric');
  expect(await keypadAfter('0-8044-295')).toBe('numeric');
  expect(await keypadAfter('0-8044-2957')).toBe('text');
  expect(await keypadAfter('0-8044-2958-X')).toBe('text');
  // The ninth digit of an ISBN-13.
  expect(await keypadAfter('978-0-8044-2')).toBe('numeric');
});

test('a missing or invalid value shows an error at its field, and the focus moves there', async () => {
  renderScreen('/add-listing', { user: robin });
  await screen.findByLabelText(TITLE);
  await press('Post', screen.getByRole('banner'));
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toMatch(/^There is a problem/);
  await waitFor(() => expect(document.activeElement).toBe(summary));
  await follow('Price is required', summary);
  expect(document.activeElement).toBe(screen.getByLabelText(PRICE));
  await control('textbox', PRICE);
  screen.getByRole('textbox', { name: PRICE, description: /Price is required/ });
  await fill(PRICE, '12.345');
  await fill('ISBN', '978-0-13-814757-1');
  await fill(TITLE, 'A title');
  screen.getByRole('textbox', { name: PRICE, description: /at most two decimals/ });
  expect(screen.getByLabelText('ISBN').getAttribute('aria-invalid')).toBe('true');
  await fill(PRICE, '12.34');
  expect(screen.queryByRole('textbox', { name: PRICE, description: /decimals/ })).toBeNull();
});

const edition: Edition = {
  isbn: '9780262046305',
  title: 'Introduction to Algorithms',
  author: 'Thomas H. Cormen',
  edition: '4th Edition',
  publisher: null,
  publishedYear: null,
  subject: 'Computer Science',
  source: 'catalogue',
};
const HUNGER_GAMES = '9780439023481';
const editions = ({ params: [isbn] }: { params: string[] }) =>
  isbn === edition.isbn
    ? edition
    : isbn === HUNGER_GAMES
      ? {
          ...edition,
          isbn,
          title: 'The Hunger Games',
          author: 'Suzanne Collins',
          edition: null,
          subject: null,
        }
      : refuse(404, 'edition-not-found');

test('an ISBN fills in what is empty, can be undone, and says what it finds', async () => {
  renderScreen('/add-listing', {
    user: robin,
    'GET /api/editions/:isbn': editions,
    'GET /api/books': [ownBook({ isbn: HUNGER_GAMES })],
    'GET /api/books/:id': ownBook(),
  });
  await fill('ISBN', '978-0-262-04630-5');
  await shows('Filled in from the ISBN.');
  expect(value(TITLE)).toBe('Introduction to Algorithms, 4th Edition');
  expect(value('Subject')).toBe('Computer Science');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Condition/)));
  await press('Undo');
  await hides('Filled in from the ISBN.');
  expect([value(TITLE), value(AUTHOR), value('Subject')]).toEqual(['', '', '']);
  expect(document.activeElement).toBe(screen.getByLabelText('ISBN'));

  await fill(AUTHOR, 'S. Collins');
  await fill('ISBN', HUNGER_GAMES);
  await waitFor(() => expect(value(TITLE)).toBe('The Hunger Games'));
  expect(value(AUTHOR)).toBe('S. Collins');
  await shows('You already have a listing for this book.');
  await fill('ISBN', '9781119110668');
  await shows('We do not know this ISBN yet. Please fill in the rest.');
  expect([value(TITLE), value(AUTHOR)]).toEqual(['', 'S. Collins']);
  await fill('ISBN', HUNGER_GAMES);
  await follow('Show it');
  await expectPath(`/book/${uuid(10)}`);
});

test('a look-up that fails or waits for the connection hinders nobody', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { server } = renderScreen('/add-listing', { user: robin, 'GET /api/editions/:isbn': () => promise });
  await fill('ISBN', edition.isbn);
  await shows('Looking up the book...');
  await fill(TITLE, 'Written by hand');
  resolve(refuse(503));
  await shows("Couldn't look up this ISBN.");
  expect(value(TITLE)).toBe('Written by hand');
  expect(screen.queryByRole('alert')).toBeNull();
  server.answers['GET /api/editions/:isbn'] = editions;
  await fill(TITLE, '');
  await press('Retry');
  await waitFor(() => expect(value(TITLE)).toBe('Introduction to Algorithms, 4th Edition'));
  // Nothing of one book stays beside the ISBN of another.
  setOnline(false);
  server.isDown = true;
  await fill('ISBN', HUNGER_GAMES);
  await shows("Couldn't look up this ISBN.");
  await waitFor(() => expect(value(TITLE)).toBe(''));
  server.isDown = false;
  setOnline(true);
  await waitFor(() => expect(value(TITLE)).toBe('The Hunger Games'));
});

test('condition details stay in the draft, are saved, and can be taken back', async () => {
  renderScreen(editUrl, editing);
  await userEvent.click(await screen.findByText('Condition details'));
  const option = async (group: string, name: string) => press(name, await control('group', group));
  await option('Highlighting', 'Some');
  await option('Notes', 'Heavy');
  await option('Notes', 'None');
  await option('Access code', 'Unused');
  await option('Flaws', 'Water damage');
  await option('Flaws', 'Water damage');
  await option('Flaws', 'Cover damage');
  await userEvent.click(await control('switch', /^International edition/));
  const said = 'Some highlighting, no notes, access code unused, cover damage, international edition';
  await shows(said);

  const { server } = renderScreen(editUrl, { ...editing, 'PATCH /api/books/:id': ownBook() });
  await shows(said);
  await press('Save', screen.getByRole('banner'));
  await expectPath('/profile');
  const details: Book['conditionDetails'] = {
    highlighting: 'some',
    notes: 'none',
    accessCode: 'unused',
    flaws: ['cover damage'],
    isInternationalEdition: true,
  };
  expect(server.sent('PATCH /api/books/:id')).toMatchObject([{ conditionDetails: details }]);

  renderScreen(editUrl, { ...editing, 'GET /api/books/:id': ownBook({ conditionDetails: details }) });
  await userEvent.click(await screen.findByText('Condition details'));
  await option('Access code', 'Unused');
  const unused = within(screen.getByRole('group', { name: 'Access code' })).getByRole('button', {
    name: 'Unused',
  });
  expect(unused.getAttribute('aria-pressed')).toBe('false');

  renderScreen(`/book/${uuid(10)}`, { 'GET /api/books/:id': sampleBook({ conditionDetails: details }) });
  await shows(/Some highlighting ?No notes ?Access code unused ?Cover damage ?International edition/);
});

test('a listing gets courses from suggestions and by typing', async () => {
  const { server } = renderScreen(editUrl, {
    ...editing,
    'GET /api/books/:id': ownBook({ courses: ['OLD 1'] }),
    'GET /api/courses': [{ code: 'CHEM 201', title: 'Chemistry', term: null, bookCount: 2 }],
    'PATCH /api/books/:id': ownBook(),
  });
  const field = await control('combobox', 'Courses');
  await userEvent.type(field, 'chem');
  await userEvent.click(await control('option', /CHEM 201/));
  await userEvent.type(field, 'xy201{Enter}');
  await shows('3 of 5');
  await control('button', 'Remove XY 201');
  // A known course keeps its spelling.
  await press('Remove CHEM 201');
  await userEvent.type(field, 'chem-201{Enter}');
  await control('button', 'Remove CHEM 201');
  await userEvent.type(field, 'late-9');
  await userEvent.tab();
  await control('button', 'Remove LATE 9');
  await userEvent.type(field, 'none{Enter}');
  await shows('A course has letters and digits, like MATH 101');
  await userEvent.clear(field);
  await press('Remove OLD 1');
  await userEvent.type(field, 'left 8');
  await press('Save', screen.getByRole('banner'));
  await expectPath('/profile');
  expect(server.sent('PATCH /api/books/:id')).toMatchObject([
    { courses: ['XY 201', 'CHEM 201', 'LATE 9', 'LEFT 8'] },
  ]);
});

test('leaving an edit keeps it as a draft until it is discarded', async () => {
  renderScreen('/profile', editing);
  await follow(/^Edit/);
  await shows('0 / 5,000');
  await fill(AUTHOR, 'Nobody');
  await fill('Description', 'Clean copy.');
  await follow('Close');
  await expectPath('/profile');
  await follow(/^Edit/);
  await waitFor(() => expect(value(AUTHOR)).toBe('Nobody'));
  await shows('Your changes are saved on this device');
  await shows('11 / 5,000');
  await press('Discard');
  await press('Cancel', await control('dialog', 'Discard your changes?'));
  expect(value(AUTHOR)).toBe('Nobody');
  await press('Discard');
  await press('Discard', await control('dialog', 'Discard your changes?'));
  await waitFor(() => expect(value(AUTHOR)).toBe('Ada Author'));
  renderScreen(editUrl, editing);
  await waitFor(() => expect(value(AUTHOR)).toBe('Ada Author'));
  await hides('Your changes are saved on this device');
});

test('a save goes on after its form was left, and says how it ended wherever the user is', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { server } = renderScreen('/profile', { ...editing, 'PATCH /api/books/:id': () => promise });
  await follow(/^Edit/);
  await fill(TITLE, 'Refused');
  await press('Save', screen.getByRole('banner'));
  await shows('Saving…');
  await follow('Close');
  await follow('Home');
  resolve(refuse(500));
  await expectToast('Failed to save your changes.');
  await press('Edit', currentToast()!);
  await expectPath(editUrl);
  await waitFor(() => expect(value(TITLE)).toBe('Refused'));
  server.answers['PATCH /api/books/:id'] = ownBook({ title: 'Refused' });
  await press('Save', screen.getByRole('banner'));
  await expectToast('Your listing has been updated.');
  await expectPath('/profile');
});

test('the upload dialog reports when the connection drops and returns', async () => {
  renderScreen('/add-listing', { user: robin });
  await press('Add Photo');
  const dialog = await control('dialog', 'Add Photo');
  setOnline(false);
  await shows('No Internet connection', dialog);
  setOnline(true);
  await shows('Connected to the Internet', dialog);
});
