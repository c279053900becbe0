/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'reports.action.cancel': null;
    'reports.dialog.also-block': { name: string };
    'reports.dialog.listing': null;
    'reports.dialog.message': null;
    'reports.dialog.no-reason': null;
    'reports.dialog.not-sent': null;
    'reports.dialog.reason': null;
    'reports.dialog.review': null;
    'reports.dialog.submit': null;
    'reports.dialog.submit-and-block': null;
    'reports.dialog.text': null;
    'reports.dialog.thanks': null;
    'reports.dialog.user': { name: string };
    'reports.field.text': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'reports.mail.acted': null;
    'reports.mail.again': { url: string };
    'reports.mail.dismissed': null;
    'reports.mail.subject': null;
    'reports.menu.block': { name: string };
    'reports.problem.author-left': null;
    'reports.problem.cannot-report-own': null;
    'reports.reason.fake': null;
    'reports.reason.harassment': null;
    'reports.reason.inappropriate': null;
    'reports.reason.other': null;
    'reports.reason.spam': null;
    'reports.reason.unsafe': null;
    'reports.reason.untrue': null;
  }
}
