/** Courses of one listing. */
export const MAX_COURSES_OF_LISTING = 5;

/** Characters of a course as it is written: 'CS-UY 3083'. */
export const MAX_COURSE_LENGTH = 30;

const MIN_CODE_LENGTH = 2;
const MAX_CODE_LENGTH = 20;

/** 'MATH 101', 'math-101' and 'Math101' → 'MATH101'. Null without a digit, too short or too long. */
export function toCourseCode(written: string): string | null {
  const code = written
    .slice(0, 4 * MAX_COURSE_LENGTH)
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{Nd}]/gu, '');
  const { length } = [...code];
  return length >= MIN_CODE_LENGTH && length <= MAX_CODE_LENGTH && /\p{Nd}/u.test(code) ? code : null;
}

/** A typed course as it is shown: 'cs201' and 'cs-201' → 'CS 201'. Null for what is no course. */
export function writeCourse(typed: string): string | null {
  if (toCourseCode(typed) === null) return null;
  const course = typed.trim().replace(/\s+/g, ' ').toUpperCase();
  const spaced = course.replace(/^(\p{L}+)[\s\p{Pd}]*(?=\p{Nd})/u, '$1 ');
  return spaced.length <= MAX_COURSE_LENGTH ? spaced : course;
}

/** The first spelling of each course, without those that are no course. */
export function uniqueCourses(written: readonly string[]): string[] {
  const byCode = new Map<string, string>();
  for (const course of written) {
    const code = toCourseCode(course);
    if (code !== null && !byCode.has(code)) byCode.set(code, course);
  }
  return [...byCode.values()];
}

export const toCourseCodes = (written: readonly string[]): string[] =>
  uniqueCourses(written).map((course) => toCourseCode(course)!);
