/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'favorites.error.title': null;
    'favorites.list.error': null;
    'favorites.list.gone': null;
    'favorites.list.loading': null;
    'favorites.list.title': null;
    'favorites.list.waiting': { count: number };
    'favorites.none.browse': null;
    'favorites.none.text': null;
    'favorites.none.title': null;
    'favorites.page.title': null;
    'favorites.problem.too-many-favorites': null;
    'favorites.removed.title': null;
    'favorites.removed.undo': null;
    'favorites.tabs.label': null;
    'favorites.tabs.saved': null;
    'favorites.tabs.wanted': null;
    'favorites.update.failed': null;
  }
}
