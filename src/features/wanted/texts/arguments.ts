/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'wanted.field.condition.required': null;
    'wanted.field.course': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'wanted.field.course.invalid': null;
    'wanted.field.max-price.negative': null;
    'wanted.field.max-price.not-whole': { unit: 'cents' | 'minor' };
    'wanted.field.max-price.too-high': { highest: string };
    'wanted.field.wish.not-one': null;
    'wanted.field.words': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'wanted.mail.book': { title: string; price: string; condition: string; seller: string };
    'wanted.mail.book-unverified': { price: string; condition: string };
    'wanted.mail.digest.more': { count: number };
    'wanted.mail.digest.subject': null;
    'wanted.mail.digest.text': null;
    'wanted.mail.stop': null;
    'wanted.mail.subject': null;
    'wanted.mail.your-books': null;
    'wanted.problem.invalid-wanted-words': null;
    'wanted.problem.too-many-wanted-entries': { max: number };
    'wanted.problem.wanted-entry-not-found': null;
    'wanted.push.details': { price: string; condition: string; seller: string };
    'wanted.push.details-unverified': { price: string; condition: string };
    'wanted.push.listed': { title: string };
    'wanted.push.listed-unverified': null;
  }
}
