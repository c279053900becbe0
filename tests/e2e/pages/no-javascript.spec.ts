import type { Page } from '@playwright/test';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, test } from '#tests/support/browser/test.ts';

test.use({ javaScriptEnabled: false });
// The browser reports a script that it did not run like this.
test.beforeEach(({ watch }) => watch.allow(/^failed GET \/assets\/.*\.js csp$/));

const meta = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await page.locator('meta[property], meta[name]').all()).map(async (tag) => [
        (await tag.getAttribute('property')) ?? (await tag.getAttribute('name')),
        await tag.getAttribute('content'),
      ]),
    ),
  );

test('private pages say that they need JavaScript, and show no skeleton', async ({ page }) => {
  for (const path of ['/profile', '/messages', '/favorites', '/account-settings', '/change-password']) {
    const response = await page.goto(path);
    // The browser of the tests does not show `noscript`.
    expect(await response!.text()).toMatch(
      /<noscript>.*<h1>This page needs JavaScript<.*href="\/"[^>]*>Back to Home</,
    );
    await expect(page.locator('#root :visible:not([href="#main"])')).toHaveCount(0);
  }
});

test('Home can be read, searched and filtered', async ({ page, person }) => {
  const word = uniqueWord();
  const seller = await person();
  await seller.list({ title: `Paper ${word}`, subject: 'History', price: 1234 });
  await seller.list({ title: `Ink ${word}`, subject: 'Science' });
  await page.goto('/');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(20);
  await expect(cards.filter({ hasText: 'Boosted' }).first()).toContainText(/\d+[hm] /);

  await page.getByRole('searchbox', { name: 'Search books...' }).fill(word);
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(2);
  expect(new URL(page.url()).searchParams.get('search')).toBe(word);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(cards).toHaveCount(1);
  expect(new URL(page.url()).searchParams.get('search')).toBe(word);
  expect(new URL(page.url()).searchParams.get('subject')).toBe('History');
  await expect(page.getByRole('button', { name: 'History', exact: true, pressed: true })).toBeVisible();
  await expect(cards).toContainText('$12.34');
  expect(await meta(page)).toMatchObject({ robots: 'noindex' });
  await cards.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Paper ${word}`);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
});

test('a public profile can be read and leads on, with metadata for link previews', async ({
  page,
  person,
  baseURL,
}) => {
  const seller = await person('Ann Seller');
  const word = uniqueWord();
  await seller.call('PATCH', '/api/users/me', { university: 'Northfield University' });
  const { id } = await seller.list({ title: `First ${word}` });
  await seller.list({ title: `Second ${word}` });
  await page.goto(`/book/${id}`);
  await page.getByRole('link', { name: 'Ann Seller' }).click();
  await expect(page).toHaveURL(`/user/${seller.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann Seller');
  await expect(page.getByRole('main')).toContainText(/0\s*confirmed sales/);
  expect(await page.content()).not.toContain(seller.email);
  await expect(page).toHaveTitle('Ann Seller · BookSwap');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/user/${seller.id}`);
  const tags = await meta(page);
  expect(tags).toMatchObject({
    'og:title': 'Ann Seller',
    'og:description': 'Northfield University',
    'og:url': `${baseURL}/user/${seller.id}`,
    'og:image': expect.stringContaining('share.png'),
  });
  expect(tags['robots']).toBeUndefined();
  await page.getByRole('link', { name: `Second ${word}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Second ${word}`);

  const empty = await person();
  await page.goto(`/user/${empty.id}`);
  await expect(page.getByText('Nothing for sale right now.')).toBeVisible();
  expect(await meta(page)).toMatchObject({ robots: 'noindex' });
});

test('a book page can be read, with metadata for link previews and search engines', async ({
  page,
  person,
  baseURL,
}) => {
  const seller = await person('Ann Seller');
  const title = `Quotes "${uniqueWord()}" & <Tags>, 2nd Edition`;
  const { id } = await seller.list({
    title,
    author: 'Ada Author',
    isbn: '9780262046305',
    subject: 'Computer Science',
    condition: 'Excellent',
    price: 6050,
    description: 'Line one.\n\n</script><script>alert(1)</script>',
  });
  await page.goto(`/book/${id}`);
  // What decides comes first: what it is like and who sells it, then the table. Each fact once.
  const text = await page.getByRole('main').innerText();
  expect(text).toMatch(/Computer Science[^]*Description[^]*Seller[^]*ISBN[^]*Listed/);
  expect(text.split('Computer Science')).toHaveLength(2);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  for (const text of [
    'Ada Author',
    '978-0262046305',
    'Excellent',
    '$60.50',
    '0 views',
    'Ann Seller',
    'Line one.',
  ]) {
    await expect(page.getByRole('main').getByText(text, { exact: true }).last()).toBeVisible();
  }

  await expect(page).toHaveTitle(`${title} · BookSwap`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/book/${id}`);
  const tags = await meta(page);
  expect(tags).toMatchObject({
    'og:title': title,
    'og:description': 'Ada Author · Excellent · $60.50',
    'og:url': `${baseURL}/book/${id}`,
    'og:site_name': 'BookSwap',
    'twitter:card': 'summary_large_image',
  });
  const picture = await page.request.get(tags['og:image']!);
  expect(picture.headers()['content-type']).toBe('image/png');

  const linked = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent())!,
  ) as object;
  expect(linked).toMatchObject({
    '@context': 'https://schema.org',
    '@type': ['Product', 'Book'],
    name: title,
    author: { '@type': 'Person', name: 'Ada Author' },
    isbn: '9780262046305',
    offers: {
      '@type': 'Offer',
      price: '60.50',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: `${baseURL}/book/${id}`,
      seller: { name: 'Ann Seller' },
    },
  });
});
