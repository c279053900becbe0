/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'profiles.facts.member-since': null;
    'profiles.facts.missed-meetings': { count: number };
    'profiles.facts.sales': { count: number };
    'profiles.head.description': { name: string };
    'profiles.missing.home': null;
    'profiles.missing.text': null;
    'profiles.missing.title': null;
    'profiles.page.edit': null;
    'profiles.page.listings': null;
    'profiles.page.load-failed': null;
    'profiles.page.loading': null;
    'profiles.page.loading-listings': null;
    'profiles.page.report': { name: string };
    'profiles.page.share': null;
    'profiles.rating.reviews': { count: number };
    'profiles.rating.text': { average: string; count: number };
    'profiles.reply-time.day': null;
    'profiles.reply-time.days': null;
    'profiles.reply-time.hour': null;
    'profiles.sales.count': { count: number };
    'profiles.sales.none': null;
    'profiles.seller-card.title': null;
  }
}
