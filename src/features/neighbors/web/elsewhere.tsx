import { useId } from 'react';
import { subjectText } from '#features/books/web/public.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '#ui/class-names.ts';
import { BookList, BookRow } from '#ui/display/book-row.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { Elsewhere as Neighbor, SharedListingCard } from '../contract.ts';
import shared from '#ui/shared.module.css';
import styles from './elsewhere.module.css';

/** Listings of other campuses, below the own results. Every link leaves. */
export function Elsewhere({ neighbors }: { neighbors: readonly Neighbor[] }) {
  return neighbors.map((neighbor) => <Campus key={neighbor.url} neighbor={neighbor} />);
}

function Campus({ neighbor: { name, distance, url, hasMore, listings } }: { neighbor: Neighbor }) {
  const headingId = useId();
  return (
    <section className={styles.campus} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        <bdi>
          {distance === null
            ? t('neighbors.home.title', { name })
            : t('neighbors.home.title-distance', { name, distance: String(distance) })}
        </bdi>
      </h2>
      <p className={cx(shared.small, shared.soft)}>{t('neighbors.home.note')}</p>
      <BookList>
        {listings.map((listing) => (
          <BookRow
            key={listing.id}
            state="elsewhere"
            href={listing.url}
            linkLabel={t('neighbors.home.opens', { title: listing.title, name })}
            book={{ ...listing, subject: subjectText(listing.subject), ...priceOf(listing) }}
          />
        ))}
      </BookList>
      {hasMore && (
        <a className={styles.all} href={url}>
          {t('neighbors.home.all', { name })}
          <Icon name="out" size="s" />
        </a>
      )}
    </section>
  );
}

/** Another campus may have another currency, whose sign this one does not know. */
function priceOf({ price, currency, digits }: SharedListingCard): { priceText?: string } {
  const { money } = currentLocale();
  if (currency === money.code || price === 0) return {};
  const facts = { ...money, digits: digits as typeof money.digits, before: '', after: `\u00a0${currency}` };
  return { priceText: formatMoney(price, { money: facts }) };
}
