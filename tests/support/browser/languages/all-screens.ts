/** Every page, with its dialogs and other states, in a language. */
import type { Page } from '@playwright/test';
import { formatMoney } from '#platform/shared/money.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { textsIn, type Translate } from '#platform/shared/texts/t.ts';
import { e2eCards } from '../payments.ts';
import type { GreekCampus } from './greek-campus.ts';

/** What is done on a page to see a dialog or another state of it. Returns how it is left, if not by Escape. */
type Act = (page: Page) => Promise<(() => Promise<void>) | void>;

/** A page with a text to wait for, and its further states. `isStatic`: it has no script of the product. */
export type Screen = { path: string; shown: string; states?: Act[]; isStatic?: true };

const nowhere = '0192f0c1-2345-7abc-8def-0123456789ab';

/** `name` may be the beginning of a button's name. */
const tap = (role: 'button' | 'link' | 'menuitem', name: string) => (page: Page) =>
  page.getByRole(role, { name }).first().click();

/** Opens the menu of the page, and chooses from it. */
const choose = (t: Translate, name: string) => async (page: Page) => {
  await tap('button', t('ui.action.more'))(page);
  await tap('menuitem', name)(page);
};

const discard = (t: Translate) => async (page: Page) => {
  await page.getByRole('textbox', { name: t('books.form.author') }).fill('Αρχιμήδης');
  await tap('button', t('books.draft.discard'))(page);
};

export const screensOf = (locale: Locale, campus: GreekCampus) => {
  const t = textsIn(locale);
  return {
    visitor: [...visitorScreens(t, campus), ...documentScreens(locale)],
    buyer: [
      ...tradeScreens(t, campus),
      ...ownScreens(t, campus),
      ...decisionScreens(t, campus),
      ...paymentScreens(locale, campus),
    ],
    seller: sellerScreens(t, campus),
    admin: [...adminScreens(t, campus), ...caseScreens(t, campus)],
  };
};

const visitorScreens = (t: Translate, { books, seller, course }: GreekCampus): Screen[] => [
  { path: '/', shown: books.listed.title, states: [tap('button', t('accounts.header.sign-up'))] },
  { path: '/?search=Ωωωωω', shown: t('books.none.title') },
  { path: '/filters', shown: t('books.filters.title') },
  { path: `/book/${books.listed.id}`, shown: books.listed.title },
  { path: `/book/${books.sold.id}`, shown: books.sold.title },
  {
    path: `/book/${books.offered.id}`,
    shown: books.offered.title,
    states: [tap('button', t('ui.photos.enlarge'))],
  },
  { path: `/book/${nowhere}`, shown: t('books.page.not-found') },
  { path: `/user/${seller.id}`, shown: seller.name },
  { path: `/user/${nowhere}`, shown: t('profiles.missing.title') },
  { path: `/course/${encodeURIComponent(course)}`, shown: 'Ανάλυση' },
  {
    path: '/sign-in',
    shown: t('accounts.sign-in.title'),
    states: [(page) => page.locator('form button[type=submit]:not([name])').click()],
  },
  {
    path: '/sign-up',
    shown: t('accounts.sign-up.title'),
    states: [(page) => page.locator('form button[type=submit]:not([name])').click()],
  },
  { path: '/forgot-password', shown: t('accounts.forgot-password.title') },
  { path: '/reset-password?token=1', shown: t('accounts.reset-password.title') },
  { path: '/verify-email?token=1', shown: t('accounts.sign-in.title') },
  { path: '/nowhere', shown: t('app.not-found.text') },
];

/** The legal documents are English and in no catalogue: another language introduces them. */
function documentScreens(locale: Locale): Screen[] {
  const t = textsIn(locale);
  const legal = ['/terms', '/privacy'].map((path) => ({ path, shown: t('support.legal.in-english') }));
  return [
    { path: '/help', shown: t('support.help.title') },
    ...(locale.language === 'en' ? [] : legal),
    { path: '/imprint', shown: t('support.imprint.title') },
    { path: '/accessibility', shown: t('support.accessibility.title') },
    { path: '/transparency', shown: t('transparency.page.title') },
    {
      path: '/report-illegal',
      shown: t('notices.form.title'),
      states: [tap('button', t('notices.form.send'))],
    },
    { path: '/notice?token=1', shown: t('notices.confirm.title') },
    { path: '/appeal', shown: t('moderation.link.bad') },
    { path: '/offline.html', shown: t('ui.offline.title'), isStatic: true },
  ];
}

function tradeScreens(t: Translate, { books, seller, talk, agreed, ended }: GreekCampus): Screen[] {
  const { name } = seller;
  return [
    { path: '/messages', shown: books.offered.title },
    {
      path: `/conversation/${talk}`,
      shown: 'Ναι',
      states: [
        tap('button', t('ui.action.more')),
        choose(t, t('conversations.menu.report', { name })),
        choose(t, t('conversations.menu.block', { name })),
      ],
    },
    {
      path: `/conversation/${agreed}`,
      shown: 'Πού;',
      states: [
        choose(t, t('conversations.menu.cancel-reservation')),
        tap('button', t('meetings.card.change')),
        tap('button', t('meetings.card.cancel-meeting')),
      ],
    },
    { path: `/conversation/${ended}`, shown: 'Το θέλω', states: [tap('button', t('reviews.request.write'))] },
    { path: `/conversation/new?sellerId=${seller.id}&bookId=${books.listed.id}`, shown: books.listed.title },
    { path: `/messages/${agreed}/code`, shown: t('trades.code.title') },
    {
      path: `/book/${books.listed.id}`,
      shown: books.listed.title,
      // The offer leads to the conversation.
      states: [choose(t, t('books.page.report')), tap('button', t('books.page.make-offer'))],
    },
  ];
}

function ownScreens(t: Translate, { books }: GreekCampus): Screen[] {
  const { id, title } = books.mine;
  const wanted = t('wanted.entry.edit', { title: t('wanted.entry.words', { words: 'Χημεία' }) });
  return [
    { path: '/favorites', shown: books.listed.title },
    {
      path: '/favorites?tab=wanted',
      shown: 'Χημεία',
      states: [tap('button', t('wanted.tab.add-label')), tap('button', wanted)],
    },
    {
      path: `/book/${id}`,
      shown: title,
      states: [tap('button', t('ui.action.more')), choose(t, t('books.page.copy-link'))],
    },
    { path: `/book/${id}/edit`, shown: t('books.form.edit-title'), states: [discard(t)] },
    {
      path: '/add-listing',
      shown: t('books.form.add-title'),
      states: [
        tap('button', t('books.form.post')),
        tap('button', t('ui.photos.add')),
        tap('button', t('books.form.scan')),
      ],
    },
    {
      path: '/profile',
      shown: title,
      states: [
        tap('button', t('ui.action.of', { action: t('books.action.delete'), of: title })),
        tap('button', t('photos.profile.change')),
      ],
    },
    {
      path: '/account-settings',
      shown: t('accounts.devices.current'),
      states: [
        tap('button', t('accounts.devices.end-all')),
        tap('button', t('accounts.delete-account.label')),
      ],
    },
    {
      path: '/change-password',
      shown: t('accounts.change-password.tips'),
      states: [tap('button', t('accounts.change-password.submit'))],
    },
  ];
}

const decisionScreens = (t: Translate, { decision }: GreekCampus): Screen[] => [
  { path: '/account-settings/decisions', shown: t('moderation.decision.name-warn') },
  {
    path: `/account-settings/decisions/${decision}`,
    shown: t('moderation.decision.title-warn'),
    states: [tap('button', t('moderation.appeal.title'))],
  },
];

/** The bank of this card asks. */
const payWithBank = (t: Translate, price: string) => async (page: Page) => {
  const type = (label: string, digits: string) => page.getByLabel(label).pressSequentially(digits);
  await type(t('payments.card.number'), e2eCards.authenticated);
  await type(t('payments.card.expiry'), '829');
  await type(t('payments.card.cvc'), '123');
  await tap('button', t('subscriptions.offer.pay', { price }))(page);
  const refuse = page.getByRole('button', { name: t('payments.bank.fail') });
  await refuse.waitFor();
  return () => refuse.click();
};

function paymentScreens(locale: Locale, { books }: GreekCampus): Screen[] {
  const t = textsIn(locale);
  const price = formatMoney(locale.prices.adFree, locale);
  return [
    { path: `/boost/${books.mine.id}`, shown: t('payments.card.number') },
    {
      path: '/subscribe',
      shown: t('payments.card.number'),
      states: [tap('button', t('subscriptions.offer.pay', { price })), payWithBank(t, price)],
    },
  ];
}

const sellerScreens = (t: Translate, { books, talk, agreed }: GreekCampus): Screen[] => [
  { path: `/conversation/${talk}`, shown: 'Ναι', states: [tap('button', t('trades.offer.counter'))] },
  {
    path: `/messages/${agreed}/handover`,
    shown: t('trades.confirm.title'),
    states: [tap('button', t('trades.confirm.submit'))],
  },
  {
    path: '/profile',
    shown: books.sold.title,
    states: [
      tap('button', t('books.action.mark-sold')),
      tap('button', t('subscriptions.offer.bought')),
      tap('button', t('subscriptions.cancel.action')),
    ],
  },
];

function adminScreens(t: Translate, { books, buyer, place }: GreekCampus): Screen[] {
  const { title } = books.mine;
  const { name } = buyer;
  const tab = (value: string, shown: string, ...states: Act[]): Screen => ({
    path: `/admin?tab=${value}`,
    shown,
    states,
  });
  return [
    tab('overview', t('administration.overview.total-books')),
    tab('books', title, tap('button', t('administration.books.delete', { title }))),
    tab(
      'users',
      name,
      tap('button', t('administration.users.delete', { name })),
      tap('button', t('administration.roles.edit-named', { name })),
    ),
    tab('data', t('administration.seed.title'), tap('button', t('administration.clean.title'))),
    tab('courses', t('courses.upload.title')),
    tab(
      'places',
      place,
      tap('button', t('meetings.places.add')),
      tap('button', t('meetings.places.delete', { name: place })),
    ),
    tab('support', 'Βοήθεια'),
    tab('cases', title),
    tab('cases&show=closed', name),
    tab('audit', t('app.admin.audit')),
  ];
}

const caseScreens = (t: Translate, { openCase }: GreekCampus): Screen[] => [
  {
    path: `/admin/cases/${openCase}`,
    shown: 'Δείτε το.',
    states: [
      tap('button', t('moderation.decide.hide')),
      tap('button', t('moderation.decide.pause')),
      tap('button', t('moderation.decide.delete')),
      tap('button', t('moderation.decide.close')),
    ],
  },
];
