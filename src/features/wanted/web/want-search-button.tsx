import type { BookFilters } from '#features/books/web/public.ts';
import { limitsText } from './describe-entry.ts';
import { toWantedInput } from './to-wanted-input.ts';
import WantButton from './want-button.tsx';

/** 'Tell me when it is listed', below a search that has found nothing. Its limits are those of the entry. */
export default function WantSearchButton({ filters }: { filters: BookFilters }) {
  const { search, course = '', maxPrice = null, minCondition = null } = filters;
  const what = search === undefined ? { course } : toWantedInput(search);
  // A search like 'catch 22' may be meant as words: the line says that it is taken for a course.
  const ofCourse = search !== undefined && 'course' in what && `For the course ${what.course}`;
  const note = [ofCourse, limitsText({ maxPrice, minCondition })].filter(Boolean).join('. ');
  return (
    <>
      <WantButton want={{ ...what, maxPrice, minCondition }}>Tell me when it is listed</WantButton>
      {note !== '' && <p className="small soft">{note}</p>}
    </>
  );
}
