/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'notices.confirm.ended': null;
    'notices.confirm.ended-text': null;
    'notices.confirm.submit': null;
    'notices.confirm.text': null;
    'notices.confirm.title': null;
    'notices.field.name': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'notices.field.reason': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'notices.form.child': null;
    'notices.form.child-help': null;
    'notices.form.email': null;
    'notices.form.email-help': null;
    'notices.form.email-invalid': null;
    'notices.form.email-required': null;
    'notices.form.good-faith': null;
    'notices.form.good-faith-required': null;
    'notices.form.intro': null;
    'notices.form.name': null;
    'notices.form.name-required': null;
    'notices.form.needs-script': null;
    'notices.form.not-sent': null;
    'notices.form.reason': null;
    'notices.form.reason-help': null;
    'notices.form.reason-required': null;
    'notices.form.saved-here': { reason: string };
    'notices.form.send': null;
    'notices.form.sending': null;
    'notices.form.sent': null;
    'notices.form.title': null;
    'notices.form.url': null;
    'notices.form.url-required': null;
    'notices.mail.confirm.ignore': null;
    'notices.mail.confirm.subject': null;
    'notices.mail.confirm.text': { site: string; receipt: string };
    'notices.mail.outcome.about': { receipt: string };
    'notices.mail.outcome.acted': null;
    'notices.mail.outcome.disagree': { url: string; imprint: string };
    'notices.mail.outcome.kept': null;
    'notices.mail.outcome.subject': { receipt: string };
    'notices.mail.receipt.next': null;
    'notices.mail.receipt.subject': { receipt: string };
    'notices.mail.receipt.text': { receipt: string; date: string };
    'notices.problem.foreign-address': null;
    'notices.problem.notice-not-found': null;
    'notices.problem.notifier-required': null;
    'notices.receipt.home': null;
    'notices.receipt.number': null;
    'notices.receipt.one-link': null;
    'notices.receipt.open-link': null;
    'notices.receipt.page': null;
    'notices.receipt.sent-to': null;
    'notices.receipt.text': null;
    'notices.receipt.text-without-email': null;
    'notices.receipt.thanks': null;
    'notices.receipt.title': null;
    'notices.receipt.usually': null;
    'notices.receipt.within': { count: number };
    'notices.receipt.your-email': null;
  }
}
