/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'editions.admin.back': null;
    'editions.admin.by-library': { author: string };
    'editions.admin.by-person': { author: string };
    'editions.admin.by-title': { author: string };
    'editions.admin.cancel': null;
    'editions.admin.choose': null;
    'editions.admin.choose-of': { title: string };
    'editions.admin.chosen': null;
    'editions.admin.count': { count: number };
    'editions.admin.error': null;
    'editions.admin.facts': { isbn: string; listings: string };
    'editions.admin.failed': null;
    'editions.admin.join': { count: number };
    'editions.admin.join-differs': null;
    'editions.admin.join-done': null;
    'editions.admin.join-note': null;
    'editions.admin.join-title': null;
    'editions.admin.listings': { count: number };
    'editions.admin.named': { title: string; edition: string };
    'editions.admin.none': null;
    'editions.admin.search': null;
    'editions.admin.split': null;
    'editions.admin.split-done': null;
    'editions.admin.split-of': { edition: string };
    'editions.admin.split-text': { edition: string; work: string };
    'editions.admin.split-title': null;
    'editions.admin.title': null;
    'editions.admin.unknown': null;
    'editions.admin.unnamed': null;
    'editions.admin.year': { edition: string; year: string };
    'editions.help.failed': null;
    'editions.help.looking': null;
    'editions.notes.filled': null;
    'editions.notes.own': null;
    'editions.notes.show': null;
    'editions.notes.undo': null;
    'editions.notes.unknown': null;
    'editions.numbered': { number: number };
    'editions.other.all': { count: number };
    'editions.other.all-label': null;
    'editions.other.all-more': { count: number };
    'editions.other.line': { edition: string; price: string };
    'editions.other.seller': { seller: string; time: Tag };
    'editions.other.title': null;
    'editions.other.unknown': null;
    'editions.problem.cannot-split-edition': null;
    'editions.problem.edition-not-found': null;
    'editions.scanner.hint': null;
    'editions.scanner.none': null;
    'editions.scanner.other': null;
    'editions.scanner.title': null;
    'editions.scanner.type': null;
    'editions.strip.title': null;
  }
}
