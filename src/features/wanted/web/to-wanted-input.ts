import { toCourseCode, toIsbn13 } from '#features/books/rules.ts';
import { MAX_WANTED_WORDS_LENGTH } from '../rules.ts';

type WantedText = { isbn: string } | { course: string } | { words: string };

/** A subject and a number, like 'MATH 101', 'CS-UY 3083' or 'STATS 10': not 'catch 22'. */
const COURSE = /^(\p{L}{2,4}|\p{Lu}{5,6})([ -]\p{L}{1,3})?[ -]?\p{Nd}{2,5}\p{L}?$/u;

/** What a typed text stands for: an ISBN, a course, or words. */
export function toWantedInput(text: string): WantedText {
  const typed = text.trim();
  const isbn = toIsbn13(typed);
  if (isbn !== null) return { isbn };
  if (COURSE.test(typed) && toCourseCode(typed) !== null) return { course: typed };
  return { words: [...typed].slice(0, MAX_WANTED_WORDS_LENGTH).join('') };
}
