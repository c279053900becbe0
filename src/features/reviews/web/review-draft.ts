import { openDraft } from '#platform/web/forms/open-draft.ts';
import type { FormDraft } from '#platform/web/forms/use-form.ts';
import { MAX_STARS, type ReviewTag, reviewTags } from '../rules.ts';

/** `stars` is the value of a radio button; null: none is chosen. */
export type ReviewValues = { stars: string | null; tags: readonly ReviewTag[]; text: string };

/** What is chosen and written for a sale: it outlives the dialog and a reload. */
export function openReviewDraft(reservationId: string): FormDraft<ReviewValues> {
  const stored = openDraft(`review:${reservationId}`);
  return {
    read: () => toReviewValues(stored.read()),
    save: ({ stars, tags, text }) =>
      void stored.save({ stars: stars === null ? null : Number(stars), tags, text }),
    clear: stored.clear,
  };
}

/** Empty for nothing, or a draft of another version. */
export function toReviewValues(value: unknown): Partial<ReviewValues> {
  if (typeof value !== 'object' || value === null) return {};
  const { stars, tags, text } = value as Record<string, unknown>;
  if (typeof text !== 'string' || !Array.isArray(tags)) return {};
  const isValid = typeof stars === 'number' && Number.isInteger(stars) && stars >= 1 && stars <= MAX_STARS;
  return {
    stars: isValid ? String(stars) : null,
    tags: reviewTags.filter((tag) => tags.includes(tag)),
    text,
  };
}
