import type { ReviewTag } from '#features/reviews/rules.ts';

type DemoReview = { stars: number; tags: ReviewTag[]; text: string; reply: string | null };

export const REVIEWED_SELLER = 'Jonas Weber';

const reviewOf = (stars: number, tags: ReviewTag[], text = '', reply: string | null = null): DemoReview => ({
  stars,
  tags,
  text,
  reply,
});

export const demoReviews: readonly DemoReview[] = [
  reviewOf(
    5,
    ['Book as described', 'Friendly'],
    'Exactly like in the photos, and he waited when my bus was late.',
    'Thank you, good luck with EE 210.',
  ),
  reviewOf(4, ['On time', 'Quick answers']),
  reviewOf(5, []),
  reviewOf(5, ['Book as described', 'On time'], 'We met at the library between two lectures. Easy.'),
  reviewOf(5, ['Friendly', 'Quick answers'], 'Even showed me which chapters matter for the midterm.'),
  reviewOf(4, ['Book as described'], 'More highlighting than I expected, but he had said so.'),
  reviewOf(5, ['On time', 'Friendly']),
  reviewOf(5, ['Quick answers'], 'Answered within minutes.'),
  reviewOf(5, ['Book as described', 'Friendly']),
];
