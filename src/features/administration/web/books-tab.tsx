import { useState } from 'react';
import { isExpired } from '#features/books/rules.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { formatThousands, formatMoney } from '#platform/shared/money.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Badge } from '#ui/display/badge.tsx';
import type { AdminBook } from '../contract.ts';
import { AdminList, useAdminList } from './admin-list.tsx';
import { DeleteBookDialog } from './delete-dialogs.tsx';
import { useAdminActions } from './use-admin-actions.ts';
import shared from '#ui/shared.module.css';
import recordStyles from '#ui/layout/record.module.css';

/** All listings, with a button that deletes each. */
export function BooksTab() {
  const rows = useAdminList('books', (api, ...request) => api.page('GET /api/admin/books', ...request));
  const { deleteBook } = useAdminActions();
  const [asked, setAsked] = useState<AdminBook | null>(null);
  return (
    <>
      <h2 className={shared.visuallyHidden}>Books</h2>
      <AdminList searchLabel="Search title, author, ISBN or seller" {...rows}>
        {(book) => (
          <BookItem
            key={book.id}
            book={book}
            isPending={deleteBook.isPending}
            isThis={deleteBook.isPending && deleteBook.variables === book.id}
            onDelete={() => setAsked(book)}
          />
        )}
      </AdminList>
      {asked !== null && (
        <DeleteBookDialog
          book={asked}
          onKeep={() => setAsked(null)}
          onDelete={() => {
            setAsked(null);
            rows.removing(asked);
            deleteBook.mutate(asked.id);
          }}
        />
      )}
    </>
  );
}

/** An expired listing is inactive, too, but may be renewed. */
function StateBadge({ book }: { book: AdminBook }) {
  if (isExpired(book, useNow())) return <Badge tone="expired">Expired</Badge>;
  return <Badge tone={book.isActive ? 'active' : 'inactive'}>{book.isActive ? 'Active' : 'Inactive'}</Badge>;
}

type BookItemProps = { book: AdminBook; isPending: boolean; isThis: boolean; onDelete: () => void };

function BookItem({ book, isPending, isThis, onDelete }: BookItemProps) {
  const [image] = book.images;
  const photo =
    image === undefined ? null : { ...photoSources(image), sizes: '48px', loading: 'lazy' as const };
  return (
    <article className={recordStyles.record}>
      <Cover book={book} size="m" photo={photo} />
      <div className={shared.grow}>
        <h3 dir="auto" className={shared.twoLines}>
          <Link href={`/book/${book.id}`}>{book.title}</Link>
        </h3>
        <p dir="auto" className={cx(shared.small, shared.soft, shared.truncate)}>
          {book.author}
        </p>
        <p dir="auto" className={cx(shared.small, shared.truncate)}>
          {book.seller.name}
        </p>
        <p dir="ltr" className={cx(shared.tiny, shared.soft, shared.truncate)}>
          {book.seller.email}
        </p>
        <div className={cx(shared.row, recordStyles.actions)}>
          <span className={shared.grow}>
            <b>{formatMoney(book.price)}</b>
            <span className={cx(shared.tiny, shared.soft, shared.block)}>
              {book.views === 1 ? '1 view' : `${formatThousands(book.views)} views`}
            </span>
          </span>
          <StateBadge book={book} />
          <Button
            variant="danger-quiet"
            size="slim"
            aria-label={`Delete ${book.title}`}
            disabled={isPending}
            busy={isThis}
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      </div>
    </article>
  );
}
