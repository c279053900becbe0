import { and, eq } from 'drizzle-orm';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { courseProblem } from '../../contract.ts';
import { MAX_TAKEN_COURSES } from '../../rules.ts';
import { isTaggedCourse } from '../is-tagged-course.ts';
import { courses, takenCourses } from '../table.ts';

const lockTakenCourses = createKeyedLock('taken courses of');

/**
 * Adds a course to those of the actor; a repeat changes nothing. Only its code is stored, never a seller's
 * spelling. One at a time per user, or two racing additions would both pass the limit. Throws
 * 'course-not-found' and 'too-many-taken-courses'.
 */
export async function addTakenCourse(
  database: Database,
  { actorId, code, now }: { actorId: string; code: string; now: Date },
): Promise<{ taken: true }> {
  const isKnown =
    (await database.orm.$count(courses, eq(courses.code, code))) > 0 ||
    (await isTaggedCourse(database, code, now));
  if (!isKnown) throw courseProblem('course-not-found');
  return database.transaction(async (tx) => {
    await lockTakenCourses(tx, actorId);
    await tx
      .insert(takenCourses)
      .values({ userId: actorId, courseCode: code, createdAt: now })
      .onConflictDoNothing();
    const taken = await tx.$count(takenCourses, eq(takenCourses.userId, actorId));
    if (taken > MAX_TAKEN_COURSES) throw courseProblem('too-many-taken-courses');
    return { taken: true };
  });
}

export async function removeTakenCourse(
  database: Database,
  { actorId, code }: { actorId: string; code: string },
): Promise<{ taken: false }> {
  await database.orm
    .delete(takenCourses)
    .where(and(eq(takenCourses.userId, actorId), eq(takenCourses.courseCode, code)));
  return { taken: false };
}
