import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { conditionTextIds } from './condition-text-ids.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './badge.module.css';

export type BookCondition = 'Like New' | 'Excellent' | 'Good' | 'Fair' | 'Poor';
export type BadgeTone =
  | 'like-new'
  | 'excellent'
  | 'good'
  | 'fair'
  | 'poor'
  | 'boosted'
  | 'sold'
  | 'expired'
  | 'reserved'
  | 'free'
  | 'active'
  | 'inactive'
  | 'admin'
  | 'open'
  | 'in-review'
  | 'late'
  | 'role'
  | 'plain';

export function Badge({
  tone,
  children,
  className,
}: {
  tone?: BadgeTone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span className={cx(styles.badge, className)} data-tone={tone}>
      {tone === 'reserved' && <Icon name="bookmark" />}
      {children}
    </span>
  );
}

const TONES: Record<BookCondition, BadgeTone> = {
  'Like New': 'like-new',
  Excellent: 'excellent',
  Good: 'good',
  Fair: 'fair',
  Poor: 'poor',
};
const STEPS: Record<BookCondition, number> = { 'Like New': 5, Excellent: 4, Good: 3, Fair: 2, Poor: 1 };

/** The name of a condition: `BookCondition` is its code. */
export const conditionText = (condition: BookCondition): string => t(conditionTextIds[condition]);

export function ConditionBadge({ condition }: { condition: BookCondition }) {
  return <Badge tone={TONES[condition]}>{conditionText(condition)}</Badge>;
}

/** Five bars beside the badge, which has the text. */
export function ConditionScale({ condition }: { condition: BookCondition }) {
  return (
    <span className={styles.scale} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((step) => (
        <i key={step} className={step <= STEPS[condition] ? styles.on : undefined} />
      ))}
    </span>
  );
}

export function BoostedBadge() {
  return (
    <Badge tone="boosted">
      <Icon name="boost" />
      {t('ui.badge.boosted')}
    </Badge>
  );
}

export function BoostedTab({ left }: { left?: ReactNode }) {
  return (
    <div className={styles.boostedTab}>
      <BoostedBadge />
      {left && <span>{left}</span>}
    </div>
  );
}
