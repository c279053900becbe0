import { lazy, Suspense } from 'react';
import type { BookFilters } from '#features/books/filters.ts';
import type * as courseCards from '#features/courses/web/course-card.tsx';

type CourseCards = typeof courseCards;

let loaded: CourseCards | null = null;

/** Fetches the code, which is no part of the first script. The server does so before it renders. */
export async function loadSearchedCourse(): Promise<CourseCards> {
  loaded = await import('#features/courses/web/course-card.tsx');
  return loaded;
}

const LaterCard = lazy(() => loadSearchedCourse().then((module) => ({ default: module.CourseCard })));
const LaterNote = lazy(() => loadSearchedCourse().then((module) => ({ default: module.CourseNote })));

/** The course above the results of a search that may be its code: codes have digits. */
export function SearchedCourse({ filters, isNote = false }: { filters: BookFilters; isNote?: boolean }) {
  const { search = '' } = filters;
  if (!/\p{Nd}/u.test(search)) return null;
  const Part = isNote ? (loaded?.CourseNote ?? LaterNote) : (loaded?.CourseCard ?? LaterCard);
  return (
    <Suspense>
      <Part filters={filters} />
    </Suspense>
  );
}
