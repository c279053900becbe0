/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'safety.contact.both': null;
    'safety.contact.edit': null;
    'safety.contact.email': null;
    'safety.contact.phone': null;
    'safety.contact.send': null;
    'safety.contact.title': null;
    'safety.note.label': null;
    'safety.note.report': null;
    'safety.note.tips': null;
    'safety.note.warning': { b: Tag; advice: string };
    'safety.warning.advance-payment': null;
    'safety.warning.courier': null;
    'safety.warning.external-link': null;
    'safety.warning.gift-card': null;
    'safety.warning.leaving': null;
    'safety.warning.overpayment': null;
    'safety.warning.pressure': null;
    'safety.warning.verification-code': null;
  }
}
