import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { verifyEmail } from '#tests/support/browser/mails.ts';
import { E2E_PASSWORD, signInDemoAdmin, uniqueIsbn, uniqueWord } from '#tests/support/browser/users.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';

/** Books of the shipped catalog that the demo campus does not list. */
const GOTHIC = '9780140449143';
const CHAOS = '9780140092509';
const GENE = '9780199291151';

test('an administrator imports a reading list with refused lines, and students find its books', async ({
  baseURL,
  browse,
  page: visitor,
  person,
  watch,
}) => {
  test.slow();
  watch.allow(/^404 GET \/course\//);
  const word = uniqueWord();
  const code = `${word} 101`;
  const admin = await browse(await signInDemoAdmin(baseURL!));
  await openHydrated(admin, '/admin?tab=courses');
  const csv = [
    'code;title;term;isbn;requirement',
    `${code};Calculus of ${word};Fall 2026;${GOTHIC};required`,
    `${word}-101;;;97811180104;required`,
    `;Thermodynamics;;${CHAOS};required`,
    `${code};;;${CHAOS};mandatory`,
    `${code};;;${GENE};recommended`,
  ].join('\r\n');
  const choose = (text: string) =>
    admin.getByLabel('CSV file').setInputFiles({
      name: 'fall-2026.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF${text}`),
    });
  await choose(csv);
  await expect(admin.getByText('5 rows, semicolons')).toBeVisible();
  await expect(admin.getByText('3 lines are refused')).toBeVisible();
  for (const reason of [
    'The ISBN has 11 digits.',
    'The code is missing.',
    'The requirement is neither required nor recommended.',
  ])
    await expect(admin.getByText(reason)).toBeVisible();
  const refused = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Refused lines as CSV' }).click();
  expect((await refused).suggestedFilename()).toBe('refused-lines.csv');
  await expect(admin.getByText('Nothing has changed yet.')).toBeVisible();
  await expectAccessibleInBothThemes(admin, 'the preview of an import');
  const imports: string[] = [];
  admin.on('request', (sent) => {
    if (sent.url().endsWith('/api/admin/courses/import')) imports.push(sent.url());
  });
  // Two taps in one task, before anything is drawn again, are one import.
  await admin.getByRole('button', { name: 'Import 2 rows' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(currentToast(admin)).toContainText('2 rows imported.');
  await choose(csv);
  await expect(admin.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  expect(imports).toHaveLength(1);
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('courses.csv');

  const seller = await person();
  const tagged = await seller.list({ title: `Notes ${word}`, courses: [code] });
  const listed = await seller.list({ title: `Republic ${word}`, isbn: GOTHIC, price: 1800 });
  const page = await browse(await person());
  await openHydrated(page, `/?search=${word}101`);
  for (const { title } of [tagged, listed])
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  await page.getByRole('link', { name: `Calculus of ${word}, 2 books` }).click();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  await expect(page.getByText(`Calculus of ${word}, Fall 2026`)).toBeVisible();
  await expect(page.getByText('None listed')).toHaveCount(1);
  await expectAccessibleInBothThemes(page, 'a course');
  await page.getByRole('button', { name: 'Add all missing books to wanted' }).click();
  await expect(page.getByRole('listitem').getByRole('link', { name: 'In Wanted' })).toBeVisible();
  // A visitor signs in first; the books are then added, on the same page.
  const path = `/course/${word.toUpperCase()}101`;
  await openHydrated(visitor, path);
  const reader = await person();
  await visitor.getByRole('button', { name: /^Add to wanted: / }).click();
  await visitor.getByLabel('Email').fill(reader.email);
  await visitor.getByLabel('Password').fill(E2E_PASSWORD);
  await visitor.getByRole('button', { name: 'Sign In' }).click();
  await expect(visitor).toHaveURL(path);
  await expect(visitor.getByRole('listitem').getByRole('link', { name: 'In Wanted' })).toBeVisible();
  await page.getByRole('link', { name: /\d+ available from \$/ }).click();
  await expect(page.getByRole('link', { name: listed.title })).toBeVisible();
  await expect(page.getByRole('link', { name: tagged.title })).toBeHidden();
  await openHydrated(page, `/course/${word}999`);
  await expect(page.getByRole('heading', { name: 'Course not found' })).toBeVisible();
});

test('a course that accepts editions from the 7th counts an 8th and no 6th, and who wants any is told of it', async ({
  baseURL,
  browse,
  person,
}) => {
  test.slow();
  const word = uniqueWord();
  const [sixth, seventh, eighth] = [uniqueIsbn(), uniqueIsbn(), uniqueIsbn()];
  const seller = await person();
  // Listings of others wait for the next morning.
  await verifyEmail(seller);
  const list = (isbn: string, edition: string, price: number) =>
    seller.list({ title: `Optics of ${word}, ${edition} Edition`, author: 'Ida Brandt', isbn, price });
  const sold = await list(seventh, '7th', 2_000);
  await seller.call('PATCH', `/api/books/${sold.id}`, { isSold: true });

  const reader = await browse(await person());
  await openHydrated(reader, '/favorites?tab=wanted');
  await reader.getByRole('button', { name: 'Add to wanted' }).click();
  await reader.getByLabel('ISBN, course or words').fill(seventh);
  await reader.getByRole('switch', { name: /^Other editions are fine/ }).click();
  await reader.getByRole('button', { name: 'Add', exact: true }).click();
  const entry = reader
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: reader.getByRole('button', { name: /^Edit/ }) });
  await expect(entry).toContainText('None listed');

  const admin = await browse(await signInDemoAdmin(baseURL!));
  await openHydrated(admin, '/admin?tab=courses');
  const csv = `code,title,term,isbn,requirement,editions\n${word} 301,Optics,Fall 2026,${seventh},required,from:7`;
  const file = { name: 'optics.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await admin.getByLabel('CSV file').setInputFiles(file);
  await admin.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(currentToast(admin)).toContainText('1 row imported.');

  await list(sixth, '6th', 500);
  await list(eighth, '8th', 3_000);
  await expect(reader.getByRole('link', { name: /^Favorites/ })).toHaveAccessibleName(
    /new listings you want/,
  );
  await reader.reload();
  await expect(entry.getByRole('link', { name: /8th Edition/ })).toBeVisible();
  await openHydrated(reader, `/course/${word.toUpperCase()}301`);
  const book = reader.getByRole('listitem').filter({ hasText: seventh.slice(3) });
  await expect(book).toContainText('7th Edition or newer is fine');
  await expect(book.getByRole('link', { name: '1 available from $30.00' })).toBeVisible();
  await expect(book).toContainText('8th Edition from $30.00');
  await expect(book).toContainText('Older edition from $5.00 – ask your teacher');
  await expectAccessibleInBothThemes(reader, 'a course with other editions');
});

test('my courses add up the books, and a seller is asked for several at once', async ({
  baseURL,
  browse,
  person,
}) => {
  const word = uniqueWord();
  const code = `${word} 201`;
  const csv = `code,title,term,isbn,requirement\n${code},Chaos,Fall 2026,${CHAOS},required\n${code},,,${GENE},required`;
  await (await signInDemoAdmin(baseURL!)).call('POST', '/api/admin/courses/import', { csv });
  const seller = await person();
  await seller.list({ title: `Chaos ${word}`, isbn: CHAOS, price: 700 });
  await seller.list({ title: `Gene ${word}`, isbn: GENE, price: 500 });
  const page = await browse(await person());
  await openHydrated(page, '/favorites?tab=wanted');
  const field = page.getByRole('combobox', { name: 'Courses you take' });
  await field.fill(word);
  await expect(page.getByRole('option', { name: code })).toBeVisible();
  const { promise: asked, resolve } = Promise.withResolvers<() => Promise<void>>();
  await page.route('**/api/users/me/courses/*', (route) => resolve(() => route.continue()));
  await field.press('ArrowDown');
  await field.press('Enter');
  // At once, as one that is not saved yet.
  const taken = page.getByRole('button', { name: `Remove ${code}` });
  await expect(page.locator('span[aria-busy=true]')).toContainText(code);
  await (
    await asked
  )();
  await expect(page.locator('span[aria-busy=true]')).toHaveCount(0);
  await expect(taken).toBeVisible();
  await page.unroute('**/api/users/me/courses/*');
  await expect(page.getByText(/^2 books from \$/)).toBeVisible();
  const bundle = page
    .locator('div')
    .filter({ hasText: seller.name, has: page.getByRole('button', { name: 'Ask for all 2' }) })
    .last();
  await expect(bundle).toContainText('2 books, $12.00');
  await expectAccessibleInBothThemes(page, 'my courses');
  await bundle.getByRole('button', { name: 'Ask for all 2' }).click();
  await expect(page.getByRole('textbox')).toHaveValue(/Are both still available\?$/);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/\/conversation\/[\da-f-]{36}$/);
});

test('a course that only listings name has a page, is found by its code, and can be kept', async ({
  browse,
  person,
}) => {
  const word = uniqueWord();
  const code = `${word.toUpperCase()} 7`;
  const seller = await person();
  const book = await seller.list({ title: `Lecture notes ${uniqueWord()}`, courses: [`${word}-7`] });
  const page = await browse(await person());
  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('link', { name: `${word}-7` }).click();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  await expect(page.getByText('No reading list yet')).toBeVisible();
  await expect(page.getByRole('link', { name: book.title })).toBeVisible();
  // As the server renders it.
  await openHydrated(page, `/course/${word}7`);
  await expect(page).toHaveTitle(`${code} · BookSwap`);
  await expect(page.getByRole('link', { name: book.title })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a course that listings name');
  const take = page.getByRole('button', { name: /my courses$/ });
  await take.click();
  await expect(take).toHaveText('In my courses');
  await openHydrated(page, `/?search=${word}%207`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: `${code} No reading list yet` }).click();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  await page.getByRole('link', { name: 'What all their books cost' }).click();
  await expect(page.getByRole('region', { name: code })).toContainText('No reading list yet');
  await page.getByRole('link', { name: 'Listings for this course' }).click();
  await expect(page.getByRole('link', { name: book.title })).toBeVisible();
});
