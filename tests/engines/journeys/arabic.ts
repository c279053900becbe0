import { expect } from 'vitest';
import { formatMoney } from '#platform/shared/money.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import {
  inDigitsOf,
  localeOfMarket,
  markets,
  variablesOf,
} from '#tests/support/browser/languages/markets.ts';
import type { Phone } from '../support/phone.ts';
import type { Journeys } from '../support/world.ts';

const market = markets.arabic;
const locale = localeOfMarket(market);
const t = textsIn(locale);
const CODE = '/(\\d{3}) (\\d{3})(?!\\d)/.exec(document.body.innerText)';

/** Variables of the server of these journeys. */
export const arabicMarket = variablesOf(market);

const offered = formatMoney(market.offer.minor, locale);

async function list(hers: Phone, photo: () => Promise<string>): Promise<void> {
  await hers.open('/help');
  await hers.run("sessionStorage.setItem('bookswap:pre-listing-seen', '1')");
  await hers.open('/add-listing');
  await hers.untilTrue('the direction', "return document.documentElement.dir === 'rtl'");
  await hers.type(t('books.form.title'), market.title);
  await hers.type(t('books.form.author'), market.author);
  await hers.choose(t('books.form.subject'), t('books.subject.science'));
  await hers.choose(t('books.form.condition'), t('ui.condition.like-new'));
  await hers.type(t('books.form.price'), market.price.typed);
  await hers.tap('button', t('ui.photos.add'));
  await hers.see('button', t('photos.chooser.many'));
  await hers.attach(await photo());
  await hers.untilTrue('the photo', "return document.querySelector('main img') !== null");
  await hers.gone('dialog');
  await hers.tap('button', t('books.form.post'));
  await hers.see('dialog', t('ads.wall.boost-title'));
  // Past the seconds that it is shown at least.
  await hers.run(`const now = performance.now.bind(performance); performance.now = () => now() + 5_000;
    document.dispatchEvent(new Event('visibilitychange'));`);
  await hers.tap('button', t('ads.wall.continue'));
  await hers.at('/');
  await hers.see('link', market.title);
}

async function findAndOffer(his: Phone): Promise<void> {
  await his.open('/');
  await his.run("document.querySelector('input[type=search]').focus()");
  await his.typeFocused(market.search);
  await his.at(`/?search=${encodeURIComponent(market.search)}`);
  await his.tap('link', market.title);
  await his.see('heading', market.title);
  await his.see(market.price.shown);
  await his.tap('button', t('books.page.make-offer'));
  await his.type(t('trades.form.amount'), market.offer.typed);
  await his.tap('button', t('trades.form.submit-amount', { amount: offered }));
  await his.at(/^\/conversation\/[0-9a-f-]{36}$/);
  await his.type(t('ui.composer.message'), market.question);
  await his.press('Enter');
}

async function agree(hers: Phone, his: Phone): Promise<void> {
  await hers.open('/messages');
  await hers.tap('link', new RegExp(market.title));
  await hers.see(market.question);
  await hers.type(t('ui.composer.message'), market.answer);
  await hers.tap('button', t('ui.composer.send'));
  await his.see(market.answer);
  await hers.tap('button', t('trades.offer.accept'));
}

async function handOver(hers: Phone, his: Phone): Promise<void> {
  await his.tap('link', t('trades.action.handover-code'));
  await his.untilTrue('the code', `return ${CODE} !== null`);
  const code = await his.run<string>(`return ${CODE}.slice(1).join('')`);
  await hers.tap('link', t('trades.action.confirm-handover'));
  await hers.type(t('trades.confirm.code'), inDigitsOf(market, code));
  await hers.tap('button', t('trades.confirm.submit'));
  const name = market.people.buyer.split(' ')[0]!;
  await hers.see('heading', t('trades.handover.sold-to', { name, price: offered }));
  await his.see(t('trades.handover.yours'));
}

export const arabicJourneys: Journeys = {
  'in Arabic with dinars, a book is listed, found, agreed on and handed over': async ({
    phone,
    confirmedStudent,
    photo,
  }) => {
    const [layla, omar] = [
      await confirmedStudent(market.people.seller),
      await confirmedStudent(market.people.buyer),
    ];
    const [hers, his] = [await phone(layla), await phone(omar)];
    await list(hers, photo);
    expect(await layla.call('GET', '/api/books')).toMatchObject([{ price: market.price.minor }]);
    await findAndOffer(his);
    await agree(hers, his);
    await handOver(hers, his);
  },
};
