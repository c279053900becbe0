/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'coverage.action.export': null;
    'coverage.action.export-failed': null;
    'coverage.action.print': null;
    'coverage.action.print-help': null;
    'coverage.book.isbn': { isbn: string };
    'coverage.book.reserved': null;
    'coverage.book.wanted': { count: number };
    'coverage.course.count': { covered: string; count: number };
    'coverage.course.full': null;
    'coverage.course.label': { code: string; covered: string; count: number };
    'coverage.figure.courses': { count: number };
    'coverage.figure.covered': null;
    'coverage.figure.missing': { count: number };
    'coverage.figure.percent': { percent: string };
    'coverage.list.code': null;
    'coverage.list.least-covered': null;
    'coverage.list.order': null;
    'coverage.list.title': null;
    'coverage.list.wanted': null;
    'coverage.page.back': null;
    'coverage.page.failed': null;
    'coverage.page.loading': null;
    'coverage.page.none': null;
    'coverage.page.none-text': null;
    'coverage.page.title': null;
    'coverage.poster.text': { address: Tag; host: string };
    'coverage.poster.title': null;
  }
}
