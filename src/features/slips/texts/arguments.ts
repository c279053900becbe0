/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'slips.action.print': null;
    'slips.gone.all': null;
    'slips.gone.browse': null;
    'slips.gone.deleted': null;
    'slips.gone.expired': null;
    'slips.gone.none': null;
    'slips.gone.others': null;
    'slips.gone.sold': null;
    'slips.gone.unknown': null;
    'slips.gone.unknown-text': null;
    'slips.page.error': null;
    'slips.page.hint': { count: number };
    'slips.page.hint-newest': { count: number };
    'slips.page.nothing': null;
    'slips.page.nothing-text': null;
    'slips.page.print': null;
    'slips.page.title': null;
    'slips.page.title-of': { title: string };
    'slips.problem.short-address-not-found': null;
    'slips.sheet.condition': { condition: string };
    'slips.sheet.label': { title: string };
    'slips.sheet.qr': null;
    'slips.sheet.strips': null;
  }
}
