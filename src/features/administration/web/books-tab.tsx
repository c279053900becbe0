import { useState } from 'react';
import { isExpired } from '#features/books/rules.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
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
      <h2 className={shared.visuallyHidden}>{t('administration.tab.books')}</h2>
      <AdminList searchLabel={t('administration.books.search')} {...rows}>
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
  if (isExpired(book, useNow())) return <Badge tone="expired">{t('ui.badge.expired')}</Badge>;
  return book.isActive ? (
    <Badge tone="active">{t('administration.books.active')}</Badge>
  ) : (
    <Badge tone="inactive">{t('administration.books.inactive')}</Badge>
  );
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
              {t('administration.books.views', { count: book.views })}
            </span>
          </span>
          <StateBadge book={book} />
          <Button
            variant="danger-quiet"
            size="slim"
            aria-label={t('administration.books.delete', { title: book.title })}
            disabled={isPending}
            busy={isThis}
            onClick={onDelete}
          >
            {t('administration.action.delete')}
          </Button>
        </div>
      </div>
    </article>
  );
}
