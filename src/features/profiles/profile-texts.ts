import type { Profile } from './contract.ts';
import type { ReplyTime } from './rules.ts';

const replyTimeTexts = {
  hour: 'Usually answers within an hour',
  day: 'Usually answers within a day',
  days: 'Usually answers within a few days',
} satisfies Record<ReplyTime, string>;

export const replyTimeText = (time: ReplyTime): string => replyTimeTexts[time];

export const confirmedSalesText = (count: number): string =>
  count === 1 ? '1 confirmed sale' : `${count} confirmed sales`;

export const reviewCountText = (count: number): string => (count === 1 ? '1 review' : `${count} reviews`);

/** '4.8 of 5 stars, 9 reviews'; null without a review. */
export const ratingText = ({ average, count }: Profile['rating']): string | null =>
  average === null ? null : `${average.toFixed(1)} of 5 stars, ${reviewCountText(count)}`;
