/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'discovery.feed.all': null;
    'discovery.feed.course': { code: string };
    'discovery.feed.search': { search: string };
    'discovery.feed.seller': { name: string };
    'discovery.feed.summary': { author: string; condition: string; price: string; currency: string };
  }
}
