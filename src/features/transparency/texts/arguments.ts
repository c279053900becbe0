/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'transparency.appeals.appeals': null;
    'transparency.appeals.by-program': null;
    'transparency.appeals.hours': { count: number };
    'transparency.appeals.median': null;
    'transparency.appeals.reversed': null;
    'transparency.appeals.title': null;
    'transparency.figure.at-least': { count: string };
    'transparency.figure.few': null;
    'transparency.figure.measures': null;
    'transparency.figure.notices': null;
    'transparency.figure.reports': null;
    'transparency.page.failed': null;
    'transparency.page.hidden': null;
    'transparency.page.intro': null;
    'transparency.page.loading': null;
    'transparency.page.nothing': { year: string };
    'transparency.page.title': null;
    'transparency.page.year': null;
    'transparency.reason.column': null;
    'transparency.reason.fake-account': null;
    'transparency.reason.harassment': null;
    'transparency.reason.illegal-content': null;
    'transparency.reason.measures': null;
    'transparency.reason.notices': null;
    'transparency.reason.other': null;
    'transparency.reason.prohibited-item': null;
    'transparency.reason.reports': null;
    'transparency.reason.scam': null;
    'transparency.reason.spam': null;
    'transparency.reason.title': null;
  }
}
