/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'books.field.author': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'books.field.condition.required': null;
    'books.field.course': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'books.field.course.invalid': null;
    'books.field.courses.too-many': { max: number };
    'books.field.description': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'books.field.images.too-many': { max: number };
    'books.field.isbn.invalid': null;
    'books.field.price.negative': null;
    'books.field.price.not-whole': { unit: 'cents' | 'minor' };
    'books.field.price.required': null;
    'books.field.price.too-high': { highest: string };
    'books.field.subject': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'books.field.title': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'books.problem.book-not-found': null;
    'books.problem.book-not-restorable': null;
    'books.problem.book-reserved-unchangeable': null;
    'books.problem.book-sold': null;
    'books.problem.too-many-listings': { max: number };
    'books.query.access-code': null;
    'books.query.condition': { values: string };
    'books.query.course': null;
    'books.query.photos': null;
    'books.query.price': { field: string; unit: 'cents' | 'minor'; highest: string };
    'books.query.price-range': null;
    'books.query.sort': null;
    'books.query.unsearchable': null;
  }
}
