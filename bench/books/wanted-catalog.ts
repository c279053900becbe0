import { searchWords } from '../../src/features/books/search-words.ts';
import { conditions, type Condition } from '#features/books/rules.ts';
import { MAX_WANTED_ENTRIES } from '#features/wanted/rules.ts';
import { type Random, seededRandom } from '../load/random.ts';
import type { Catalog, CatalogBook } from './catalog.ts';

export type CatalogCourse = { code: string; writtenCode: string; isbns: string[] };

export type CatalogWish = {
  /** Index into the catalog's sellers. */
  user: number;
  what: { isbn: string } | { course: string } | { words: string };
  /** Cents. */
  maxPrice: number | null;
  minCondition: Condition | null;
};

const DEPARTMENTS = ['MATH', 'CHEM', 'BIOL', 'HIST', 'ECON', 'PHYS', 'PSYC', 'ENGL', 'CS', 'PHIL'];
const COURSES_PER_DEPARTMENT = 50;
const PHRASES = 2_000;

/**
 * What students of the market wait for: most of it by ISBN, the rest by course and by words. Some books and
 * courses are wanted by hundreds, most by a few. Each user's list is full. The same size always makes the
 * same.
 */
export function createWishes(
  { books, sellers }: Catalog,
  count: number,
): { courses: CatalogCourse[]; wishes: CatalogWish[] } {
  const random = seededRandom(20_261_122);
  const isbns = [...new Set(books.flatMap(({ isbn }) => isbn ?? []))];
  const courses = createCourses(isbns, random);
  const phrases = Array.from({ length: PHRASES }, () => drawPhrase(random.pick(books), random));
  const drawWhat = (): CatalogWish['what'] => {
    const kind = random.below(5);
    if (kind < 3) return { isbn: pickPopular(isbns, random) };
    return kind === 3
      ? { course: pickPopular(courses, random).writtenCode }
      : { words: pickPopular(phrases, random) };
  };
  const wishes = new Map<string, CatalogWish>();
  while (wishes.size < count) {
    const user = Math.floor(wishes.size / MAX_WANTED_ENTRIES) % sellers.length;
    const what = drawWhat();
    wishes.set(`${user} ${Object.values(what)[0]}`, {
      user,
      what,
      maxPrice: random.below(2) === 0 ? 500 + random.below(120) * 100 : null,
      minCondition: random.below(3) === 0 ? random.pick(conditions) : null,
    });
  }
  return { courses, wishes: [...wishes.values()] };
}

const createCourses = (isbns: readonly string[], random: Random): CatalogCourse[] =>
  DEPARTMENTS.flatMap((department) =>
    Array.from({ length: COURSES_PER_DEPARTMENT }, (_, index) => ({
      code: `${department}${101 + index}`,
      writtenCode: `${department} ${101 + index}`,
      isbns: [...new Set(Array.from({ length: 1 + random.below(6) }, () => pickPopular(isbns, random)))],
    })),
  );

/** The first ones most often. */
const pickPopular = <T>(from: readonly T[], random: Random): T =>
  from[Math.floor(from.length * random.next() ** 2)]!;

/** A word of a title, an author's name, or both. */
function drawPhrase({ title, author }: CatalogBook, random: Random): string {
  const words = searchWords(title).filter((candidate) => candidate.length > 3);
  const word = words.length === 0 ? title : random.pick(words);
  const name = searchWords(author.split(',')[0]!).at(-1) ?? author;
  return [word, name, `${word} ${name}`, `${name} ${word}`][random.below(4)]!;
}
