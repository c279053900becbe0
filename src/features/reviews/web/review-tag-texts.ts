import { textId } from '#platform/shared/texts/t.ts';
import type { ReviewTag } from '../rules.ts';

export const reviewTagTexts = {
  'Book as described': textId('reviews.tag.as-described'),
  'On time': textId('reviews.tag.on-time'),
  Friendly: textId('reviews.tag.friendly'),
  'Quick answers': textId('reviews.tag.quick-answers'),
} satisfies Record<ReviewTag, string>;
