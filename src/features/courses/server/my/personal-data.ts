import { asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { courses, takenCourses } from '../table.ts';

/** Taken courses are deleted by cascade with the user's row. */
export const takenCoursePersonalData: PersonalDataHandler = {
  name: 'courses',
  export: ({ orm }, userId) =>
    orm
      .select({ code: courses.writtenCode, title: courses.title, createdAt: takenCourses.createdAt })
      .from(takenCourses)
      .innerJoin(courses, eq(courses.code, takenCourses.courseCode))
      .where(eq(takenCourses.userId, userId))
      .orderBy(asc(takenCourses.createdAt), asc(courses.code)),
};
