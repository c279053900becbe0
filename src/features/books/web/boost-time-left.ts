import { t } from '#platform/shared/texts/t.ts';
import { remainingBoostTime } from '../rules.ts';

/** '3h 12m left' */
export function boostTimeLeftText(boostedUntil: string | Date, now: Date): string {
  const { hours, minutes } = remainingBoostTime(boostedUntil, now);
  return hours > 0
    ? t('books.boost.hours-left', { hours, minutes })
    : t('books.boost.minutes-left', { minutes });
}
