/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'prices.band.listed': { b: Tag; low: string; high: string; count: number };
    'prices.band.sold': { b: Tag; low: string; high: string; count: number };
    'prices.guide.choose-condition': null;
    'prices.guide.undo': null;
    'prices.guide.use': { price: string };
    'prices.guide.used': { price: string };
    'prices.mail.lower': { title: string; price: string; before: string };
    'prices.mail.subject': null;
    'prices.notices.change': { b: Tag; title: string; price: string; before: string };
    'prices.notices.title': null;
    'prices.push.lower': { title: string; price: string; before: string };
    'prices.push.saved': null;
  }
}
