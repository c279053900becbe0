import { currentLocale } from '#platform/shared/texts/locale.ts';
import { formatNumber } from '#platform/shared/texts/numbers.ts';
import { t, textId } from '#platform/shared/texts/t.ts';
import type { Profile } from './contract.ts';
import type { ReplyTime } from './rules.ts';

const replyTimeTexts = {
  hour: textId('profiles.reply-time.hour'),
  day: textId('profiles.reply-time.day'),
  days: textId('profiles.reply-time.days'),
} satisfies Record<ReplyTime, string>;

export const replyTimeText = (time: ReplyTime): string => t(replyTimeTexts[time]);

export const confirmedSalesText = (count: number): string => t('profiles.sales.count', { count });

/** 'Missed 3 meetings' */
export const missedMeetingsText = (count: number): string => t('profiles.facts.missed-meetings', { count });

export const reviewCountText = (count: number): string => t('profiles.rating.reviews', { count });

/** '4.8'. */
export const averageText = (average: number): string => formatNumber(average, currentLocale().language, 1);

/** '4.8 of 5 stars, 9 reviews'; null without a review. */
export const ratingText = ({ average, count }: Profile['rating']): string | null =>
  average === null ? null : t('profiles.rating.text', { average: averageText(average), count });
