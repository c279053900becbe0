import type { BrowserContextOptions, Page } from '@playwright/test';
import { formatMoney } from '#platform/shared/money.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import { skipInterstitial } from '#tests/support/browser/interstitials.ts';
import {
  inDigitsOf,
  type JourneyMarket,
  localeOfMarket,
  markets,
  variablesOf,
} from '#tests/support/browser/languages/markets.ts';
import type { ErrorWatch } from '#tests/support/browser/error-watch.ts';
import { e2eCards } from '#tests/support/browser/payments.ts';
import { phonePhoto } from '#tests/support/browser/photos.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { verifyEmailsIn } from '#tests/support/browser/stored-data.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { createUser, type E2eUser } from '#tests/support/browser/users.ts';

type Browse = (person?: E2eUser | null, options?: BrowserContextOptions) => Promise<Page>;
type Person = { user: E2eUser; page: Page };

/** Two people of a market, and the texts of its language. */
type Trade = ReturnType<typeof textsOf> & { market: JourneyMarket; seller: Person; buyer: Person };

function textsOf(market: JourneyMarket) {
  const locale = localeOfMarket(market);
  return { t: textsIn(locale), money: (amount: number) => formatMoney(amount, locale) };
}

const firstName = ({ user }: Person) => user.name.split(' ')[0]!;

async function listBook({ t, market, seller: { user, page } }: Trade): Promise<{ id: string }> {
  await openHydrated(page, '/add-listing');
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  await field(t('books.form.title')).fill(market.title);
  await field(t('books.form.author')).fill(market.author);
  const choose = (label: string, option: string) =>
    page.getByRole('combobox', { name: label }).selectOption({ label: option });
  await choose(t('books.form.subject'), t('books.subject.science'));
  await choose(t('books.form.condition'), t('ui.condition.like-new'));
  await field(t('books.form.price')).fill(market.price.typed);
  await page.getByRole('button', { name: t('ui.photos.add') }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('photos.chooser.many') }).click();
  await (await chooser).setFiles([await phonePhoto('cover.jpg', '#803030')]);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('books.form.post') })
    .click();
  await skipInterstitial(page, t('ads.wall.boost-title'), t('ads.wall.continue'));
  const card = page.getByRole('article').filter({ hasText: market.title });
  await expect(card).toContainText(market.price.shown);
  await expect(card.locator('img')).toHaveCount(1);
  const books = await user.call<{ id: string; price: number }[]>('GET', '/api/books');
  expect(books.map(({ price }) => price)).toEqual([market.price.minor]);
  return books[0]!;
}

async function findAndOffer({ t, market, buyer: { page }, money }: Trade): Promise<void> {
  await openHydrated(page, '/');
  await page.getByRole('searchbox').fill(market.search);
  await expect(page).toHaveURL(`/?search=${encodeURIComponent(market.search)}`);
  await page.getByRole('link', { name: market.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(market.title);
  await expect(page.getByRole('main')).toContainText(market.price.shown);
  await page.getByRole('button', { name: t('books.page.make-offer') }).click();
  const dialog = page.getByRole('dialog', { name: t('trades.form.title') });
  await dialog.getByRole('textbox', { name: t('trades.form.amount') }).fill(market.offer.typed);
  const amount = money(market.offer.minor);
  await dialog.getByRole('button', { name: t('trades.form.submit-amount', { amount }) }).click();
  await expect(
    page.getByRole('article', {
      name: t('trades.offer.label', { offer: t('trades.offer.yours'), price: amount }),
    }),
  ).toContainText(market.offer.shown);
  const composer = page.getByRole('textbox', { name: t('ui.composer.message') });
  await composer.fill(market.question);
  await composer.press('Enter');
  await expect(page.getByText(market.question)).toBeVisible();
}

async function accept({ t, market, seller, buyer }: Trade): Promise<void> {
  const { page } = seller;
  await openHydrated(page, '/messages');
  await page.getByRole('link', { name: market.title }).click();
  await expect(page.getByText(market.question)).toBeVisible();
  await page.getByRole('button', { name: t('trades.offer.accept') }).click();
  const strip = page.getByRole('region', { name: t('trades.reservation.label') });
  await expect(strip).toContainText(firstName(buyer));
  await expect(strip).toContainText(market.offer.shown);
  await page.getByRole('textbox', { name: t('ui.composer.message') }).fill(market.answer);
  await page.getByRole('button', { name: t('ui.composer.send') }).click();
  await expect(buyer.page.getByText(market.answer)).toBeVisible();
}

async function meet({ t, market, seller, buyer }: Trade): Promise<void> {
  await buyer.page.getByRole('button', { name: t('meetings.plan.open') }).click();
  const plan = buyer.page.getByRole('dialog', { name: t('meetings.plan.title') });
  await plan.getByLabel(t('meetings.plan.somewhere-else')).check();
  await plan.getByLabel(t('meetings.plan.where'), { exact: true }).fill(market.place);
  await plan.getByRole('button', { name: t('meetings.plan.propose') }).click();
  await seller.page.getByRole('button', { name: t('meetings.card.accept'), exact: true }).click();
  await expect(buyer.page.getByRole('region', { name: t('trades.reservation.label') })).toContainText(
    market.place,
  );
}

async function handOver({ t, market, seller, buyer, money }: Trade): Promise<void> {
  await buyer.page.getByRole('link', { name: t('trades.action.handover-code') }).click();
  const digits = buyer.page.locator('[aria-labelledby=code-title] p > span[aria-hidden]');
  await expect(digits).toHaveText(/^\d{3} \d{3}$/);
  const code = (await digits.innerText()).replace(' ', '');
  await seller.page.getByRole('link', { name: t('trades.action.confirm-handover') }).click();
  const field = seller.page.getByRole('textbox', { name: t('trades.confirm.code'), exact: true });
  await field.fill(inDigitsOf(market, code));
  await seller.page.getByRole('button', { name: t('trades.confirm.submit') }).click();
  const price = money(market.offer.minor);
  const sold = t('trades.handover.sold-to', { name: firstName(buyer), price });
  await expect(seller.page.getByRole('heading', { name: sold })).toContainText(market.offer.shown);
  await expect(buyer.page.getByText(t('trades.handover.yours'))).toBeVisible();
}

async function review({ t, market }: Trade, { page }: Person, stars: number): Promise<void> {
  // What can be reviewed is fetched: until then the button is busy.
  await page.locator('button:not([aria-busy])', { hasText: t('reviews.request.write') }).click();
  await page.getByRole('radio', { name: t('reviews.stars.choice', { count: stars }) }).check({ force: true });
  await page.getByRole('dialog').getByRole('textbox').fill(market.review);
  await page.getByRole('button', { name: t('reviews.dialog.post') }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Another listing of the seller, as the sold one cannot be boosted. Its receipt shows the price. */
async function payBoost({ t, market, seller: { user, page }, money }: Trade): Promise<void> {
  const other = await user.list({ title: market.author, price: market.price.minor });
  await openHydrated(page, `/boost/${other.id}`);
  const type = async (label: string, digits: string) => {
    await page.getByLabel(label).pressSequentially(inDigitsOf(market, digits));
  };
  await type(t('payments.card.number'), e2eCards.good);
  await type(t('payments.card.expiry'), '829');
  await type(t('payments.card.cvc'), '123');
  const price = money(market.boost.minor);
  await page.getByRole('button', { name: t('boosts.offer.pay', { price }) }).click();
  await expect(currentToast(page, t('ui.toast.region'))).toContainText(t('boosts.offer.paid-title'));
  await page.getByRole('button', { name: t('boosts.offer.item', { hours: 72 }) }).click();
  const receipt = page.getByRole('dialog', { name: t('payments.receipt.title') });
  await expect(receipt).toContainText(market.boost.shown);
  await expect(receipt).toContainText(market.currency);
  const payments = await user.call('GET', '/api/payments');
  expect(payments).toMatchObject([{ amount: market.boost.minor, currency: market.currency.toLowerCase() }]);
}

test.describe.configure({ mode: 'parallel' });

async function trade(market: JourneyMarket, server: E2eServer, browse: Browse): Promise<void> {
  const open = async (name: string): Promise<Person> => {
    const user = await createUser(server.url, name);
    return { user, page: await browse(user, { baseURL: server.url, locale: market.language }) };
  };
  const [seller, buyer] = [await open(market.people.seller), await open(market.people.buyer)];
  await verifyEmailsIn(server.dataDir, [seller.user, buyer.user]);
  const both: Trade = { ...textsOf(market), market, seller, buyer };
  const { id } = await listBook(both);
  await findAndOffer(both);
  await accept(both);
  await meet(both);
  await handOver(both);
  await review(both, seller, 5);
  await review(both, buyer, 4);
  const { price, isActive } = await seller.user.call('GET', `/api/books/${id}`);
  expect({ price, isActive }).toEqual({ price: market.price.minor, isActive: false });
  await openHydrated(buyer.page, `/user/${seller.user.id}`);
  await expect(buyer.page.getByText(market.review)).toBeVisible();
  await expect(buyer.page.locator('html')).toHaveAttribute('lang', market.language);
  await payBoost(both);
  // Their requests end before the server does.
  for (const { page } of [seller, buyer]) await page.close();
}

/** What the journey of a market needs. */
async function tradeIn(
  market: JourneyMarket,
  { browse, watch }: { browse: Browse; watch: ErrorWatch },
): Promise<void> {
  // The trace recorder reads file previews, which the page's policy forbids.
  watch.allow(/^console Connecting to 'blob:/);
  const server = await E2eServer.start(variablesOf(market));
  try {
    await trade(market, server, browse);
  } finally {
    await server.stop();
  }
}

test('two trade a book and one pays in Spanish, with pesos', ({ browse, watch }) =>
  tradeIn(markets.spanish, { browse, watch }));

test('two trade a book and one pays in German, with euros', ({ browse, watch }) =>
  tradeIn(markets.german, { browse, watch }));

test('two trade a book and one pays in Arabic, with dinars', ({ browse, watch }) =>
  tradeIn(markets.arabic, { browse, watch }));

test('two trade a book and one pays in English, with yen', ({ browse, watch }) =>
  tradeIn(markets.yen, { browse, watch }));
