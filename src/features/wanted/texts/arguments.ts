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
    'wanted.problem.invalid-wanted-words': null;
    'wanted.problem.too-many-wanted-entries': { max: number };
    'wanted.problem.wanted-entry-not-found': null;
  }
}
