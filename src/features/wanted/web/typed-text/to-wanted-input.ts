import { toIsbn13 } from '#features/books/isbn.ts';
import { MAX_COURSE_LENGTH, toCourseCode, writeCourse } from '#features/books/rules.ts';
import { MAX_WANTED_WORDS_LENGTH } from '../../rules.ts';

type WantedText = { isbn: string } | { course: string } | { words: string };

export type TextKind = 'course' | 'words';

/** 'Psych 101', 'CS-UY 3083', 'COMPSCI 61A'; a number with letters, like '50CP'; '6.006'. */
const COURSE_SHAPES = [
  /^(\p{L}{1,5}|\p{Lu}{6,7})([ -]\p{L}{1,3})?[ -]?\p{Nd}{1,5}\p{L}{0,2}$/u,
  /^\p{Nd}{1,4} ?\p{L}{1,4}$/u,
  /^\p{Nd}{1,2}\.\p{Nd}{2,4}\p{L}?$/u,
];

/** Whether a text is rather a course than a title: 'Psych 101', not '1984', 'Calculus 2'. */
const isProbablyCourse = (text: string): boolean =>
  toCourseCode(text) !== null && COURSE_SHAPES.some((shape) => shape.test(text.trim()));

/** What a typed text may stand for beside an ISBN, the more probable kind first. 'catch 22' may be both. */
export function kindsOfText(text: string): readonly [TextKind, ...TextKind[]] {
  const typed = text.trim();
  if (toIsbn13(typed) !== null || toCourseCode(typed) === null || typed.length > MAX_COURSE_LENGTH)
    return ['words'];
  return isProbablyCourse(typed) ? ['course', 'words'] : ['words', 'course'];
}

/** Whether a text is a number as long as an ISBN with a wrong check digit: rather mistyped than words. */
export const isMistypedIsbn = (text: string): boolean =>
  /^(\d{9}[\dX]|\d{13})$/i.test(
    text.replace(/^\s*ISBN(-1[03])?:?/i, '').replace(/[\s\u2010-\u2015-]/g, ''),
  ) && toIsbn13(text) === null;

/** What a typed text stands for: an ISBN, or else a course or words. */
export function toWantedInput(text: string, kind = kindsOfText(text)[0]): WantedText {
  const typed = text.trim();
  const isbn = toIsbn13(typed);
  if (isbn !== null) return { isbn };
  if (kind === 'course') return { course: writeCourse(typed) ?? typed };
  return { words: [...typed].slice(0, MAX_WANTED_WORDS_LENGTH).join('') };
}
