import { readFileSync } from 'node:fs';
import { addTakenCourse } from '#features/courses/server/my/take-course.ts';
import { importCourses } from '#features/courses/server/import/import-courses.ts';
import type { Database } from '#platform/server/database/database.ts';

const STUDENT_COURSES = ['MATH101', 'CS201', 'BIO110'];

const readFile = () => readFileSync(new URL('courses.csv', import.meta.url), 'utf8');

export async function seedCourses(database: Database, studentId: string, now: Date): Promise<void> {
  await importCourses(database, { actorId: null, csv: readFile(), now });
  for (const code of STUDENT_COURSES) await addTakenCourse(database, { actorId: studentId, code, now });
}

/** The courses of the reading lists by ISBN: the demo's sellers tag their listings with them. */
export function readCoursesByIsbn(): ReadonlyMap<string, string[]> {
  const courses = new Map<string, string[]>();
  for (const line of readFile().trimEnd().split('\n').slice(1)) {
    const [code = '', , , isbn = ''] = line.split(',');
    courses.set(isbn, [...(courses.get(isbn) ?? []), code]);
  }
  return courses;
}
