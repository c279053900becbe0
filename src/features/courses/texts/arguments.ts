/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'courses.field.code.invalid': null;
    'courses.field.search.too-short': null;
    'courses.field.term': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'courses.field.title': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'courses.problem.course-not-found': null;
    'courses.problem.invalid-file': null;
    'courses.problem.too-many-courses': { max: number };
    'courses.problem.too-many-rows': { max: number };
    'courses.problem.too-many-taken-courses': { max: number };
  }
}
