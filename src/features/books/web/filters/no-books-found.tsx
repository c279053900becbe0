import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t, textId } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type BookFilters, homeUrl, mayDropFilters } from '../../filters.ts';
import { bookCountQuery } from '../book-queries.ts';
import shared from '#ui/shared.module.css';
import styles from './no-books-found.module.css';

const FILTERS = {
  subject: textId('books.none.filter-subject'),
  course: textId('books.none.filter-course'),
  price: textId('books.none.filter-price'),
  minCondition: textId('books.none.filter-condition'),
  accessCode: textId('books.none.filter-code'),
  hasPhotos: textId('books.none.filter-photos'),
};

export type NoBooksFoundProps = {
  filters: BookFilters;
  /** Stands first: it is more likely wanted than all books. */
  action: ReactNode;
  /** Listings that match some of the words follow. */
  isNear?: boolean;
};

/** An empty list, or the head of one that matches the search in part. */
export const NoBooksFound = ({ isNear = false, ...props }: NoBooksFoundProps) =>
  isNear ? <NearMatches {...props} /> : <EmptyList {...props} />;

/** The words say what matches in part; without one of the filters, all of them may match. */
const NearMatches = ({ filters, action }: NoBooksFoundProps) => (
  <>
    <div className={styles.near}>
      <h2>{t('books.none.near', { hasFilters: mayDropFilters(filters) })}</h2>
      {action}
      <FiltersToDrop filters={filters} />
    </div>
    <h2 className={shared.legend}>{t('books.none.near-list')}</h2>
  </>
);

const EmptyList = ({ filters, action }: NoBooksFoundProps) => (
  <EmptyState
    illustration="no-books-found"
    title={t('books.none.title')}
    text={t('books.none.text')}
    action={
      <>
        {action}
        <FiltersToDrop filters={filters} />
        {Object.keys(filters).length > 0 ? (
          <LinkButton href="/" variant={action ? 'text' : 'quiet'}>
            {t('books.none.all')}
          </LinkButton>
        ) : (
          // A market without a listing.
          <LinkButton href="/add-listing">{t('books.own.create')}</LinkButton>
        )}
      </>
    }
  />
);

/** The filters without one of which there are books. */
function FiltersToDrop({ filters }: Pick<NoBooksFoundProps, 'filters'>) {
  const transport = useTransport();
  const { data } = useQuery({
    ...bookCountQuery(transport, filters),
    enabled: mayDropFilters(filters),
  });
  const toDrop = data?.filtersToDrop ?? [];
  const without = (name: (typeof toDrop)[number]) =>
    name === 'price'
      ? { ...filters, minPrice: undefined, maxPrice: undefined }
      : { ...filters, [name]: undefined };
  if (toDrop.length === 0) return null;
  return (
    <div className={styles.dropped}>
      <p className={shared.small}>{t('books.none.remove')}</p>
      {toDrop.map((name) => (
        <LinkButton key={name} href={homeUrl(without(name))} variant="quiet" size="slim" icon="close">
          {rich('books.none.remove-filter', {
            filter: name === 'price' && filters.maxPrice === 0 ? t('books.filters.free') : t(FILTERS[name]),
            hidden: (text) => <span className={shared.visuallyHidden}>{text}</span>,
          })}
        </LinkButton>
      ))}
    </div>
  );
}
