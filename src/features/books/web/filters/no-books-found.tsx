import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { NO_BOOKS_FOUND } from '#ui/states/core-illustrations.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { Book } from '../../contract.ts';
import { type BookFilters, countActiveFilters } from '../../filters.ts';
import { bookCountQuery } from '../book-queries.ts';
import { homeUrl } from './home-url.ts';

const filterLabels = {
  subject: 'Subject',
  course: 'Course',
  price: 'Price',
  minCondition: 'Condition',
  accessCode: 'Access code',
  hasPhotos: 'Photos',
};

/** Whether the list is empty and may not be without one of its filters. */
export const mayDropFilters = (filters: BookFilters, [first]: readonly Page<Book>[]): boolean =>
  first?.items.length === 0 &&
  first.next === null &&
  (filters.subject !== undefined || countActiveFilters(filters) > 0);

type NoBooksFoundProps = {
  filters: BookFilters;
  /** Stands first: it is more likely wanted than all books. */
  action: ReactNode;
};

/** An empty list. If it has filters, tells which of them to drop. */
export function NoBooksFound({ filters, action }: NoBooksFoundProps) {
  const transport = useTransport();
  const { data } = useQuery({
    ...bookCountQuery(transport, filters),
    enabled: mayDropFilters(filters, [{ items: [], next: null }]),
  });
  const toDrop = data?.filtersToDrop ?? [];
  const without = (name: (typeof toDrop)[number]) =>
    name === 'price'
      ? { ...filters, minPrice: undefined, maxPrice: undefined }
      : { ...filters, [name]: undefined };
  return (
    <EmptyState
      illustration={NO_BOOKS_FOUND}
      title="No books found"
      text="Try adjusting your search or filters"
      action={
        <>
          {action}
          {toDrop.length > 0 && (
            <div className="drop">
              <p className="small">Remove a filter to see books:</p>
              {toDrop.map((name) => (
                <LinkButton key={name} href={homeUrl(without(name))} variant="quiet" size="slim" icon="close">
                  <span className="vh">Remove filter: </span>
                  {filterLabels[name]}
                </LinkButton>
              ))}
            </div>
          )}
          {Object.keys(filters).length > 0 && (
            <LinkButton href="/" variant={action ? 'text' : 'quiet'}>
              Show all books
            </LinkButton>
          )}
        </>
      }
    />
  );
}
