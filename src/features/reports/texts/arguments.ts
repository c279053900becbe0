/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'reports.field.text': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'reports.problem.author-left': null;
    'reports.problem.cannot-report-own': null;
    'reports.problem.report-already-open': null;
    'reports.problem.report-not-found': null;
  }
}
