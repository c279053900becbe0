import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import shared from '../shared.module.css';
import styles from './price.module.css';

type PriceProps = {
  amount: number;
  /** The amount in another currency than the market's. */
  text?: string | undefined;
  formerAmount?: number | null | undefined;
  /** Larger, as on the book page. */
  big?: boolean;
  /** Nobody pays it any more: struck out. */
  isOver?: boolean;
};

export function Price({ amount, text = formatMoney(amount), formerAmount, big, isOver }: PriceProps) {
  const was = formerAmount != null && (
    <s className={styles.former}>
      {rich('ui.price.was', {
        hidden: (was) => <span className={shared.visuallyHidden}>{was}</span>,
        price: formatMoney(formerAmount),
      })}
    </s>
  );
  return (
    <span className={big ? shared.amount : styles.price}>
      {!big && was}
      {isOver ? <s>{text}</s> : text}
      {big && was}
    </span>
  );
}

type PriceRateProps = { rating: 'great' | 'fair'; large?: boolean };

/** How a price compares with others. It has an icon and no ground, unlike a condition. */
export function PriceRate({ rating, large }: PriceRateProps) {
  return (
    <span className={cx(styles.rating, large && styles.large)} data-rating={rating}>
      <Icon name="tag" />
      {rating === 'great' ? t('ui.price.great') : t('ui.price.fair')}
    </span>
  );
}
