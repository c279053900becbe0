import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { verifyEmail } from '#tests/support/browser/mails.ts';
import { uniqueIsbn, uniqueWord } from '#tests/support/browser/users.ts';
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
  const place = await page.getByLabel('Title').boundingBox();
  await respond();
  await expect(page.getByText("Couldn't look up this ISBN.")).toBeVisible();
  expect(await page.getByLabel('Title').boundingBox()).toEqual(place);
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

test('what similar copies cost fills in the price, and cards and pages say how a price compares', async ({
  browse,
  page: visitor,
  person,
}) => {
  const [isbn, title] = [uniqueIsbn(), `Compared ${uniqueWord()}`];
  const listed = [];
  for (const price of [1_800, 2_200, 2_640]) {
    const seller = await person();
    // Listings of others do not count.
    await verifyEmail(seller);
    listed.push(await seller.list({ title, isbn, price, author: 'Ada Author' }));
  }
  const another = await person();
  await verifyEmail(another);
  const page = await browse(another);
  await openHydrated(page, '/add-listing');
  await page.getByLabel('ISBN').fill(isbn);
  // Two sellers agree on it.
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByText('Choose a condition to see what similar copies cost here.')).toBeVisible();
  await page.getByLabel('Condition').selectOption('Good');
  await expect(page.getByText('Similar copies here: $18.00–$26.00, from 3 listings')).toBeVisible();
  const price = page.getByLabel('Price');
  await price.fill('30');
  await page.getByRole('button', { name: 'Use $22.00' }).click();
  await expect(price).toHaveValue('22.00');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(price).toHaveValue('30');
  await page.getByRole('button', { name: 'Use $22.00' }).click();
  await expectAccessibleInBothThemes(page, 'the prices of similar copies');
  await another.list({ title, isbn, price: 2_200, author: 'Ada Author' });

  const rates = visitor.getByText(/^(Great|Fair) price$/);
  await openHydrated(visitor, `/?search=${encodeURIComponent(title)}&sort=price`);
  await expect(rates).toHaveText(['Great price', 'Fair price', 'Fair price']);
  await visitor.getByRole('article').filter({ hasText: '$18.00' }).getByRole('link').click();
  await expect(visitor).toHaveURL(`/book/${listed[0]!.id}`);
  await expect(visitor.getByRole('main').getByText('Great price')).toBeVisible();

  // An offer begins with what others cost, if that is less than the price.
  for (const [{ id }, amount] of [
    [listed[0]!, '18.00'],
    [listed[2]!, '22.00'],
  ] as const) {
    await openHydrated(page, `/book/${id}`);
    await page.getByRole('button', { name: 'Make an offer' }).click();
    const sheet = page.getByRole('dialog', { name: 'Make an offer' });
    await expect(sheet.getByText('Similar copies here: $20.00–$24.00, from 3 listings')).toBeVisible();
    await expect(sheet.getByRole('textbox', { name: 'Your offer' })).toHaveValue(amount);
    await expect(sheet.getByRole('button', { name: `Offer $${amount}` })).toBeVisible();
  }
});

test('a lowered price shows the former one struck out, on cards and on the page of the book', async ({
  page,
  person,
}) => {
  type Priced = { id: string; title: string; price: number; previousPrice: number | null };
  // A listing shows a former price after its third day, so it is one of the demo campus.
  const books = await (await person()).call<Priced[]>('GET', '/api/books?limit=100');
  const { id, title, previousPrice } = books.find((book) => book.previousPrice !== null)!;
  await openHydrated(page, `/?search=${encodeURIComponent(title)}`);
  const struck = page
    .getByRole('main')
    .locator('s')
    .getByText(`$${(previousPrice! / 100).toFixed(2)}`);
  await expect(struck).toBeVisible();
  await openHydrated(page, `/book/${id}`);
  await expect(struck).toHaveText(`was $${(previousPrice! / 100).toFixed(2)}`);
  await expect(struck).toHaveCSS('text-decoration-line', 'line-through');
});
