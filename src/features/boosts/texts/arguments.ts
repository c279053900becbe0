/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'boosts.action.boost': null;
    'boosts.action.boost-again': null;
    'boosts.dialog.reserved': null;
    'boosts.offer.benefit-quick': null;
    'boosts.offer.benefit-term': { hours: number };
    'boosts.offer.benefit-top': null;
    'boosts.offer.benefit-visibility': null;
    'boosts.offer.failed': null;
    'boosts.offer.item': { hours: number };
    'boosts.offer.not-begun': null;
    'boosts.offer.paid-text': null;
    'boosts.offer.paid-title': null;
    'boosts.offer.pay': { price: string };
    'boosts.offer.refunded-text': null;
    'boosts.offer.refunded-title': null;
    'boosts.offer.term': null;
    'boosts.offer.title': null;
    'boosts.page.book': null;
    'boosts.page.error': null;
    'boosts.page.expired-text': null;
    'boosts.page.expired-title': null;
    'boosts.page.listings': null;
    'boosts.page.not-found-text': null;
    'boosts.page.not-found-title': null;
    'boosts.page.not-own-text': null;
    'boosts.page.not-own-title': null;
    'boosts.page.sample': null;
    'boosts.page.sold-text': null;
    'boosts.page.sold-title': null;
    'boosts.page.title': null;
    'boosts.page.until': { time: Tag; hours: number };
    'boosts.problem.listing-not-active': null;
  }
}
