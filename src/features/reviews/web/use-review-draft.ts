import { useState } from 'react';
import { openDraft } from '#platform/web/open-draft.ts';
import type { ReviewRequest } from '../contract.ts';
import { MAX_STARS, type ReviewTag, reviewTags } from '../rules.ts';

type ReviewDraft = { stars: number | null; tags: readonly ReviewTag[]; text: string };

/** What is chosen and written for a sale: it outlives the dialog and a reload. */
export function useReviewDraft({ reservationId, review }: ReviewRequest) {
  const stored = openDraft(`review:${reservationId}`);
  const [draft, setDraft] = useState<ReviewDraft>(
    () => toDraft(stored.read()) ?? review ?? { stars: null, tags: [], text: '' },
  );
  const change = (changes: Partial<ReviewDraft>) => {
    const { stars, tags, text } = { ...draft, ...changes };
    setDraft({ stars, tags, text });
    stored.save({ stars, tags, text });
  };
  return { draft, change, clear: stored.clear };
}

/** null: nothing, or of another version. */
function toDraft(value: unknown): ReviewDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { stars, tags, text } = value as Record<string, unknown>;
  if (typeof text !== 'string' || !Array.isArray(tags)) return null;
  const isValid = typeof stars === 'number' && Number.isInteger(stars) && stars >= 1 && stars <= MAX_STARS;
  return { stars: isValid ? stars : null, tags: reviewTags.filter((tag) => tags.includes(tag)), text };
}
