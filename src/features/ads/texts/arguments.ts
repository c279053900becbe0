/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'ads.consent.allow': null;
    'ads.consent.off': null;
    'ads.consent.on': null;
    'ads.consent.privacy': null;
    'ads.consent.refuse': null;
    'ads.consent.text': null;
    'ads.consent.title': null;
    'ads.consent.turn-off': null;
    'ads.consent.turn-on': null;
    'ads.house.ad-free-text': { price: string };
    'ads.house.ad-free-title': null;
    'ads.house.boost-text': null;
    'ads.house.boost-title': null;
    'ads.house.sell-text': null;
    'ads.house.sell-title': null;
    'ads.slot.remove': null;
    'ads.wall.boost-text': null;
    'ads.wall.boost-title': null;
    'ads.wall.continue': null;
    'ads.wall.label': null;
    'ads.wall.ready': null;
    'ads.wall.seconds': { left: number };
    'ads.wall.skip': null;
    'ads.wall.text': { text: string; seconds: number };
    'ads.wall.textbooks-text': null;
    'ads.wall.textbooks-title': null;
  }
}
