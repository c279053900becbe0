import type { BookFilters } from '#features/books/web/public.ts';
import { limitsText } from './describe-entry.ts';
import { toWantedInput } from './to-wanted-input.ts';
import WantButton from './want-button.tsx';

/** 'Tell me when it is listed', below a search that has found nothing. Its limits are those of the entry. */
export default function WantSearchButton({ filters }: { filters: BookFilters }) {
  const { search, course = '', maxPrice = null, minCondition = null } = filters;
  const limits = limitsText({ maxPrice, minCondition });
  const what = search === undefined ? { course } : toWantedInput(search);
  return (
    <>
      <WantButton want={{ ...what, maxPrice, minCondition }}>Tell me when it is listed</WantButton>
      {limits !== null && <p className="small soft">{limits}</p>}
    </>
  );
}
