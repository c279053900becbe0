import { t, textId } from '#platform/shared/texts/t.ts';
import { Link } from '#ui/actions/link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import alertsStyles from '#ui/states/alerts.module.css';
import type { HideReason } from '../../hide-reasons.ts';
import { hiddenText } from './hidden-badge.tsx';

const explanations = {
  removal: textId('books.hidden.removal-text'),
  measure: textId('books.hidden.measure-text'),
  pause: textId('books.hidden.pause-text'),
  review: textId('books.hidden.review-text'),
} satisfies Record<HideReason, unknown>;

/** Tells the seller on the page of a listing why nobody else sees it. */
export const HiddenNote = ({ reason }: { reason: HideReason }) => (
  <section className={alertsStyles.note} role="status">
    <Icon name={reason === 'review' ? 'clock' : 'info'} />
    <span className={shared.grow}>
      <b className={shared.block}>{hiddenText(reason)}</b>
      <span className={cx(shared.small, shared.block)}>{t(explanations[reason])}</span>
      {reason !== 'review' && (
        <Link className={shared.small} href="/account-settings/decisions">
          {t('books.hidden.decisions')}
        </Link>
      )}
    </span>
  </section>
);
