import { t, textId } from '#platform/shared/texts/t.ts';
import { Badge } from '#ui/display/badge.tsx';
import type { HideReason } from '../../hide-reasons.ts';

const names = {
  removal: textId('books.hidden.removed'),
  measure: textId('books.hidden.hidden'),
  pause: textId('books.hidden.hidden'),
  review: textId('books.hidden.waiting'),
} satisfies Record<HideReason, unknown>;

/** 'Hidden', 'Removed' or 'Waiting for review'. */
export const hiddenText = (reason: HideReason): string => t(names[reason]);

export const HiddenBadge = ({ reason }: { reason: HideReason }) => (
  <Badge tone="inactive">{hiddenText(reason)}</Badge>
);
