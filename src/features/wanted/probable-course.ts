import { toCourseCode } from '#features/books/rules.ts';

/**
 * Letters and a number, like 'Psych 101', 'CS-UY 3083' or 'COMPSCI 61A'; a number with letters, like '50CP';
 * numbers with a point, like '6.006'.
 */
const COURSE_SHAPES = [
  /^(\p{L}{1,5}|\p{Lu}{6,7})([ -]\p{L}{1,3})?[ -]?\p{Nd}{1,5}\p{L}{0,2}$/u,
  /^\p{Nd}{1,4} ?\p{L}{1,4}$/u,
  /^\p{Nd}{1,2}\.\p{Nd}{2,4}\p{L}?$/u,
];

/**
 * Whether a text that may be a course or a title is rather a course: 'Psych 101', not '1984', 'Calculus 2' or
 * 'Fahrenheit 451'.
 */
export const isProbablyCourse = (text: string): boolean =>
  toCourseCode(text) !== null && COURSE_SHAPES.some((shape) => shape.test(text.trim()));
