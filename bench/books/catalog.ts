import { toIsbn13 } from '#features/books/isbn.ts';
import { conditions, formSubjects, bookLimits, type Condition } from '#features/books/rules.ts';
import { seededRandom, type Random } from '../load/random.ts';

/** A real book of goodbooks.tsv. */
type Work = { isbn: string | null; title: string; author: string };

export type CatalogBook = {
  title: string;
  author: string;
  isbn: string | null;
  subject: string;
  condition: Condition;
  /** Cents. */
  price: number;
  description: string | null;
  /** Index into the catalog's sellers. */
  seller: number;
  /** Minutes before the newest listing. */
  age: number;
  /** Remaining hours of a boost; null without one. */
  boostHours: number | null;
  views: number;
};

export type Catalog = {
  sellers: { name: string; totalSales: number }[];
  books: CatalogBook[];
};

export type CatalogSize = { books: number; sellers: number; boosted: number };

/** The works of a table whose first line names the columns isbn13, title and authors. */
export function readWorks(table: string): Work[] {
  const [head = '', ...lines] = table.split(/\r?\n/).filter((line) => line !== '');
  const names = head.split('\t');
  const [isbn, title, authors] = ['isbn13', 'title', 'authors'].map((name) => names.indexOf(name));
  if (isbn === -1 || title === -1 || authors === -1) throw new Error(`Not a table of books: ${head}`);
  return lines.map((line) => {
    const fields = line.split('\t');
    return {
      // Some have a wrong check digit, which the product would refuse.
      isbn: toIsbn13(fields[isbn!]!),
      title: fields[title!]!.trim().slice(0, bookLimits.title - 40),
      author: fields[authors!]!.trim().slice(0, bookLimits.author),
    };
  });
}

/**
 * A market of many copies: each work is listed repeatedly, as other editions and volumes, by other sellers
 * and in other conditions. The same size always makes the same catalog.
 */
export function createCatalog(works: readonly Work[], size: CatalogSize): Catalog {
  const random = seededRandom(20_261_121);
  const sellers = Array.from({ length: size.sellers }, () => ({
    name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    totalSales: random.below(15),
  }));
  const boostEvery = Math.floor(size.books / size.boosted);
  const books = Array.from({ length: size.books }, (_, index): CatalogBook => {
    const copy = Math.floor(index / works.length);
    const work = works[index % works.length]!;
    return {
      title: titleOfCopy(work.title, copy, random),
      author: work.author,
      isbn: copy % 3 === 2 ? null : work.isbn,
      subject: random.pick(formSubjects),
      condition: random.pick(conditions),
      price: random.below(40) === 0 ? 0 : 300 + random.below(120) * 100 - random.below(2),
      description: random.below(3) === 0 ? null : random.pick(descriptions),
      seller: random.below(size.sellers),
      age: random.below(180 * 24 * 60),
      boostHours: size.boosted > 0 && index % boostEvery === 7 ? 24 + random.below(48) : null,
      views: random.below(200),
    };
  });
  return { sellers, books };
}

function titleOfCopy(title: string, copy: number, random: Random): string {
  switch (copy % 5) {
    case 0:
      return title;
    case 1:
      return `${title}, ${ordinal(2 + random.below(11))} Edition`;
    case 2:
      return `${title}, Volume ${1 + random.below(6)}`;
    case 3:
      return `${title}: ${random.pick(companions)}`;
    default:
      return `${title} (${1995 + random.below(30)} printing)`;
  }
}

function ordinal(count: number): string {
  const endings: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' };
  return `${count}${count > 10 && count < 14 ? 'th' : (endings[count % 10] ?? 'th')}`;
}

const companions = ['Study Guide', "Instructor's Edition", 'Annotated Text', 'Workbook', 'Critical Essays'];

const descriptions = [
  'Used for one term. No writing inside, corners a little soft.',
  'Highlighting in the first three chapters, the rest is clean. Pick-up at the library.',
  'Bought new last year. The access code has been used.',
  'Spine is creased but holds. Notes in pencil, some of them useful.',
  'Two copies arrived, this one has never been opened.',
];

const firstNames = [
  'Maya', 'Daniel', 'Amara', 'Jonas', 'Priya', 'Lucía', 'Chen', 'Noor', 'Oskar', 'Hana', 'Tomás', 'Zoë', 'Kwame',
  'Ingrid', 'Mateo', 'Yuki', 'Fatima', 'Ethan', 'Sofia', 'Ravi', 'Léa', 'Omar', 'Grace', 'Viktor',
]; // oxfmt-ignore

const lastNames = [
  'Lindgren', 'Okafor', 'Nguyen', 'García', 'Patel', 'Kowalski', 'Haddad', 'Ito', 'Mensah', 'Novák', 'Rossi',
  'Svensson', 'Müller', 'Silva', 'Cohen', 'Dubois', 'Kim', 'Adeyemi', 'Larsen', 'Reyes', 'Walsh', 'Petrov',
]; // oxfmt-ignore
