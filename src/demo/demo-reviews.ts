import type { ReviewTag } from '#features/reviews/rules.ts';

type DemoReview = { stars: number; tags: ReviewTag[]; text: string; reply: string | null };

export const REVIEWED_SELLER = 'Jonas Weber';

export const demoReviews: readonly DemoReview[] = [
  { stars: 5, tags: ['Book as described', 'Friendly'], text: 'Exactly like in the photos, and he waited when my bus was late.', reply: 'Thank you, good luck with EE 210.' },
  { stars: 4, tags: ['On time', 'Quick answers'], text: '', reply: null },
  { stars: 5, tags: [], text: '', reply: null },
  { stars: 5, tags: ['Book as described', 'On time'], text: 'We met at the library between two lectures. Easy.', reply: null },
  { stars: 5, tags: ['Friendly', 'Quick answers'], text: 'Even showed me which chapters matter for the midterm.', reply: null },
  { stars: 4, tags: ['Book as described'], text: 'More highlighting than I expected, but he had said so.', reply: null },
  { stars: 5, tags: ['On time', 'Friendly'], text: '', reply: null },
  { stars: 5, tags: ['Quick answers'], text: 'Answered within minutes.', reply: null },
  { stars: 5, tags: ['Book as described', 'Friendly'], text: '', reply: null },
]; // oxfmt-ignore
