import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { E2E_PASSWORD, signInDemoAdmin, uniqueWord } from '#tests/support/browser/users.ts';
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
  await openHydrated(visitor, `/course/${word}101`);
  const reader = await person();
  await visitor.getByRole('button', { name: /^Add to wanted: / }).click();
  await visitor.getByLabel('Email').fill(reader.email);
  await visitor.getByLabel('Password').fill(E2E_PASSWORD);
  await visitor.getByRole('button', { name: 'Sign In' }).click();
  await expect(visitor).toHaveURL(`/course/${word}101`);
  await expect(visitor.getByRole('listitem').getByRole('link', { name: 'In Wanted' })).toBeVisible();
  await page.getByRole('link', { name: /\d+ available from \$/ }).click();
  await expect(page.getByRole('link', { name: listed.title })).toBeVisible();
  await expect(page.getByRole('link', { name: tagged.title })).toBeHidden();
  await openHydrated(page, `/course/${word}999`);
  await expect(page.getByRole('heading', { name: 'Course not found' })).toBeVisible();
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
  await expect(page.locator('.token[aria-busy=true]')).toContainText(code);
  await (
    await asked
  )();
  await expect(page.locator('.token[aria-busy=true]')).toHaveCount(0);
  await expect(taken).toBeVisible();
  await page.unroute('**/api/users/me/courses/*');
  await expect(page.getByText(/^2 books from \$/)).toBeVisible();
  const bundle = page.locator('.panel-row', { hasText: seller.name });
  await expect(bundle).toContainText('2 books, $12.00');
  await expectAccessibleInBothThemes(page, 'my courses');
  await bundle.getByRole('button', { name: 'Ask for all 2' }).click();
  await expect(page.getByRole('textbox')).toHaveValue(/Are both still available\?$/);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/\/conversation\/[\da-f-]{36}$/);
});

test('a listing gets courses from suggestions and by typing, and shows them', async ({ browse, person }) => {
  const seller = await person();
  const book = await seller.list({ title: `Tagged ${uniqueWord()}`, courses: ['OLD 1'] });
  const page = await browse(seller);
  await openHydrated(page, `/book/${book.id}/edit`);
  const field = page.getByRole('combobox', { name: 'Courses' });
  await field.fill('chem');
  await page.getByRole('option', { name: /CHEM 201/ }).click();
  // Half a code is no course: the first suggestion is marked, and the next press takes it.
  await page.getByRole('button', { name: 'Remove CHEM 201' }).click();
  await field.fill('chem 2');
  await expect(page.getByRole('option', { name: /CHEM 201/ })).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText('CHEM 2');
  await expect(page.getByText('1 of 5')).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove CHEM 201' })).toBeVisible();
  await field.fill('xy201');
  await field.press('Enter');
  await expect(page.getByText('3 of 5')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove XY 201' })).toBeVisible();
  // A known course keeps its spelling, also without waiting for its suggestion.
  await page.getByRole('button', { name: 'Remove CHEM 201' }).click();
  await field.fill('chem-201');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove CHEM 201' })).toBeVisible();
  await field.fill('late-9');
  await field.blur();
  await expect(page.getByRole('button', { name: 'Remove LATE 9' })).toBeVisible();
  await field.fill('none');
  await field.press('Enter');
  await expect(page.getByText('A course has letters and digits, like MATH 101')).toBeVisible();
  await field.fill('');
  await page.getByRole('button', { name: 'Remove OLD 1' }).click();
  await field.fill('left 8');
  // As a browser does that leaves the focus in the field.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(page).not.toHaveURL(/\/edit$/);
  await page.goto(`/book/${book.id}`);
  for (const name of ['XY 201', 'LATE 9', 'LEFT 8'])
    await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('link', { name: 'CHEM 201' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'CHEM 201' })).toBeVisible();
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

test('the books of a former term stay on the page of the course', async ({ baseURL, page }) => {
  const word = uniqueWord();
  const admin = await signInDemoAdmin(baseURL!);
  for (const [term, isbn] of [
    ['Fall 2026', CHAOS],
    ['Spring 2027', GENE],
  ]) {
    const csv = `code,title,term,isbn,requirement\n${word} 301,Chaos,${term},${isbn},required`;
    await admin.call('POST', '/api/admin/courses/import', { csv });
  }
  await openHydrated(page, `/course/${word}301`);
  await expect(page.getByText('Chaos, Spring 2027')).toBeVisible();
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });
  await expect(section('Reading list').getByRole('listitem')).toHaveCount(1);
  const earlier = section('Earlier terms');
  await expect(earlier.getByText('Fall 2026')).toBeVisible();
  await expect(earlier.getByRole('listitem')).toContainText(/^Chaos/);
  await expectAccessibleInBothThemes(page, 'a course with earlier terms');
});

test('a search that finds nothing is wanted as a course where its user says so', async ({
  browse,
  person,
}) => {
  const page = await browse(await person());
  await openHydrated(page, '/?search=Biology%20101');
  const choice = page.getByRole('group', { name: 'Search for' });
  const course = choice.getByRole('button', { name: 'A course: BIOLOGY 101' });
  await expect(choice.getByRole('button', { name: 'Words in a title' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessibleInBothThemes(page, 'a search to be told of');
  await course.click();
  await expect(course).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Tell me when it is listed' }).click();
  await openHydrated(page, '/favorites?tab=wanted');
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'BIOLOGY 101' }) }),
  ).toContainText('Listings for this course');
});

test('a text that may be a course is one unless the user says that it is a title', async ({
  browse,
  person,
}) => {
  const page = await browse(await person());
  await openHydrated(page, '/favorites?tab=wanted');
  const add = async (text: string, isTitle = false) => {
    await page.getByRole('button', { name: 'Add to wanted' }).click();
    await page.getByLabel('ISBN, course or words').fill(text);
    const course = page.getByRole('button', { name: /^A course: / });
    await expect(course).toHaveAttribute('aria-pressed', 'true');
    if (isTitle) {
      await page.getByRole('button', { name: 'Words in a title' }).click();
      await expect(course).toHaveAttribute('aria-pressed', 'false');
    } else await expectAccessibleInBothThemes(page, 'adding a course to Wanted');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await add('Psych 101');
  const entry = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(entry('PSYCH 101')).toContainText('Listings for this course');
  await add('Catch 22', true);
  await expect(entry('“Catch 22”')).toBeVisible();
  await page.getByRole('button', { name: 'Add to wanted' }).click();
  await page.getByLabel('ISBN, course or words').fill('math 101');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(entry('MATH 101')).toContainText(/Calculus I, all \d+ books/);
});
