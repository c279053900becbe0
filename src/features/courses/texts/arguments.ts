/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'courses.field.code.invalid': null;
    'courses.field.search.too-short': null;
    'courses.import.code-missing': null;
    'courses.import.invalid-code': null;
    'courses.import.invalid-requirement': null;
    'courses.import.isbn-check-digit': null;
    'courses.import.isbn-length': { digits: number };
    'courses.import.isbn-missing': null;
    'courses.import.isbn-shortened': null;
    'courses.import.not-utf-8': null;
    'courses.import.other-facts': { name: 'term' | 'title'; value: string };
    'courses.import.other-requirement': { line: string };
    'courses.import.term': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'courses.import.title': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'courses.import.title-missing': null;
    'courses.import.too-many-books': { max: number };
    'courses.import.too-many-columns': { max: number };
    'courses.import.unclosed-quotation': null;
    'courses.problem.course-not-found': null;
    'courses.problem.invalid-file': null;
    'courses.problem.too-many-courses': { max: number };
    'courses.problem.too-many-rows': { max: number };
    'courses.problem.too-many-taken-courses': { max: number };
  }
}
