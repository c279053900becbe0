import { asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { spellCourse } from '../../rules.ts';
import { courses, takenCourses } from '../table.ts';

/** Taken courses are deleted by cascade with the user's row. */
export const takenCoursePersonalData: PersonalDataHandler = {
  name: 'courses',
  export: async ({ orm }, userId) => {
    const taken = await orm
      .select({
        code: takenCourses.courseCode,
        written: courses.writtenCode,
        title: courses.title,
        createdAt: takenCourses.createdAt,
      })
      .from(takenCourses)
      .leftJoin(courses, eq(courses.code, takenCourses.courseCode))
      .where(eq(takenCourses.userId, userId))
      .orderBy(asc(takenCourses.createdAt), asc(takenCourses.courseCode));
    return taken.map(({ code, written, ...course }) => ({ code: spellCourse(code, written), ...course }));
  },
};
