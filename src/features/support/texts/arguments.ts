/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'support.answer-form.required': null;
    'support.field.answer': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'support.field.message': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'support.field.name': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'support.field.subject': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'support.mail.answer.again': { url: string };
    'support.mail.answer.quote': { subject: string };
    'support.mail.answer.subject': null;
    'support.mail.new.answer': { url: string };
    'support.mail.new.subject': null;
    'support.mail.new.text-of-user': { who: string; subject: string };
    'support.mail.new.text-of-visitor': { who: string; subject: string };
    'support.problem.support-message-already-closed': null;
    'support.problem.support-message-not-found': null;
    'support.problem.too-many-requests.messages': null;
  }
}
