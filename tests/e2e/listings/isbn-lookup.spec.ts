import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const ALGORITHMS = '978-0-262-04630-5';
const HUNGER_GAMES = '0439023483';
const UNKNOWN = '9781119110668';

test('an ISBN fills in what is empty, can be undone, and says what it finds', async ({ browse, person }) => {
  const seller = await person();
  const page = await browse(seller);
  await openHydrated(page, '/add-listing');
  const [isbn, title, author, subject] = ['ISBN', 'Title', 'Author', 'Subject'].map((name) =>
    page.getByLabel(name),
  );
  // The first field of the form, so that a book can be listed from its back cover.
  await page.getByRole('textbox').first().fill(ALGORITHMS);
  await expect(page.getByText('Filled in from the ISBN.')).toBeVisible();
  await expect(title!).toHaveValue('Introduction to Algorithms, 4th Edition');
  await expect(author!).toHaveValue(/^Thomas H\. Cormen/);
  await expect(subject!).toHaveValue('Computer Science');
  await expect(page.getByLabel('Condition')).toBeFocused();
  await expectAccessibleInBothThemes(page, 'a form that an ISBN filled in');

  await page.getByRole('button', { name: 'Undo' }).click();
  for (const field of [title, author, subject]) await expect(field!).toHaveValue('');
  await expect(isbn!).toBeFocused();
  await expect(isbn!).toHaveValue(ALGORITHMS);
  await expect(page.getByText('Filled in from the ISBN.')).toBeHidden();

  await author!.fill('S. Collins');
  await isbn!.fill(HUNGER_GAMES);
  await expect(title!).toHaveValue('The Hunger Games');
  await expect(author!).toHaveValue('S. Collins');

  await isbn!.fill(UNKNOWN);
  const unknown = page.getByText('We do not know this ISBN yet. Please fill in the rest.');
  await expect(unknown).toBeVisible();
  await expect(title!).toHaveValue('');
  await expect(author!).toHaveValue('S. Collins');
  await isbn!.fill('');
  await expect(unknown).toBeHidden();

  const own = await seller.list({ title: `Mine ${uniqueWord()}`, isbn: HUNGER_GAMES });
  await isbn!.fill(HUNGER_GAMES);
  await expect(title!).toHaveValue('The Hunger Games');
  await expect(page.getByText('You already have a listing for this book.')).toBeVisible();
  await page.getByRole('link', { name: 'Show it' }).click();
  await expect(page).toHaveURL(`/book/${own.id}`);
});

test('without an answer the form is as fast as before', async ({ browse, person, watch }) => {
  watch.allow(/^503 GET \/api\/editions|^failed GET .*net::ERR_INTERNET_DISCONNECTED/);
  const page = await browse(await person());
  const { promise: asked, resolve } = Promise.withResolvers<() => Promise<void>>();
  await page.route('**/api/editions/*', (route) => resolve(() => route.fulfill({ status: 503 })));
  await openHydrated(page, '/add-listing');
  await page.getByLabel('ISBN').fill(ALGORITHMS);
  const respond = await asked;
  await expect(page.getByText('Looking up the book...')).toBeVisible();
  await page.getByLabel('Title').fill('Written by hand');
  await respond();
  await expect(page.getByText('On the back cover, above the barcode')).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByLabel('Title')).toHaveValue('Written by hand');
  await expect(page.getByText('Filled in from the ISBN.')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText("Couldn't look up this ISBN.")).toBeVisible();

  await page.unroute('**/api/editions/*');
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Introduction to Algorithms, 4th Edition');
  await expect(page.getByText("Couldn't look up this ISBN.")).toBeHidden();
  await page.getByLabel('Author').fill('By hand');

  // Nothing of one book stays beside the ISBN of another, but what was typed.
  await page.getByLabel('ISBN').fill('9780262046306');
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByLabel('Author')).toHaveValue('By hand');
  await page.getByLabel('ISBN').fill(ALGORITHMS);
  await expect(page.getByLabel('Title')).toHaveValue('Introduction to Algorithms, 4th Edition');

  await page.context().setOffline(true);
  await page.getByLabel('ISBN').fill(HUNGER_GAMES);
  await expect(page.getByText("Couldn't look up this ISBN.")).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByLabel('Subject')).toHaveValue('');
  await page.context().setOffline(false);
  await expect(page.getByLabel('Title')).toHaveValue('The Hunger Games');
});
