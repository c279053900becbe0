import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { ConditionBadge } from '#ui/display/badge.tsx';
import { Time } from '#ui/display/time.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Section, VisuallyHidden } from '#ui/layout/app-shell.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import type { OtherListings } from '../../contract.ts';
import { MAX_COUNTED_COPIES } from '../../rules.ts';
import { editionText } from './edition-text.ts';
import { otherListingsQuery } from './work-queries.ts';
import styles from './other-editions.module.css';

type Listing = OtherListings['listings'][number];

/** Listings of other editions of a book, and the way to all of them. Nothing, also no heading, if there are none. */
export function OtherEditions({ isbn }: { isbn: string }) {
  const { data } = useQuery(otherListingsQuery(useTransport(), isbn));
  if (data === undefined || data.listings.length === 0) return null;
  return (
    <Section
      title={t('editions.other.title')}
      aside={
        <LinkButton variant="text" size="slim" href={`/?${new URLSearchParams({ search: isbn })}`}>
          {data.count >= MAX_COUNTED_COPIES
            ? t('editions.other.all-more', { count: data.count - 1 })
            : t('editions.other.all', { count: data.count })}
          <VisuallyHidden>{t('editions.other.all-label')}</VisuallyHidden>
        </LinkButton>
      }
    >
      <ul className={listStyles.list}>
        {data.listings.map((listing) => (
          <li key={listing.bookId}>
            <OtherEdition listing={listing} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OtherEdition({ listing }: { listing: Listing }) {
  const now = useNow();
  const { bookId, edition, price, condition, sellerName, createdAt } = listing;
  return (
    <Link className={styles.row} href={`/book/${bookId}`}>
      <Cover book={listing} size="s" />
      <span className={shared.grow}>
        <b className={shared.block}>
          {t('editions.other.line', {
            edition: editionText(edition) ?? t('editions.other.unknown'),
            price: price === 0 ? t('ui.badge.free') : formatMoney(price),
          })}
        </b>
        <span className={cx(shared.row, shared.wrap, shared.tiny)}>
          <ConditionBadge condition={condition} />
          <span className={shared.soft}>
            {rich('editions.other.seller', {
              seller: sellerName,
              time: () => <Time at={createdAt} now={now.getTime()} />,
            })}
          </span>
        </span>
      </span>
      <Icon name="chevron-right" size="s" />
    </Link>
  );
}
