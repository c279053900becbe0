import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Link } from '#ui/actions/link.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { Course } from '../contract.ts';
import { acceptedFrom, isbnListingsUrl } from '../rules.ts';
import { availabilityText, availableEditionsText, notAcceptedText } from './course-texts.ts';
import { listedBookTitle } from './listed-book-title.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listedLinkStyles from '#ui/display/listed-link.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './reading-list.module.css';

type ListedBook = Course['books'][number];

type ReadingListProps = {
  books: readonly ListedBook[];
  listingsHref: (book: ListedBook) => string;
  /** Stands beside 'None listed'. */
  missingAction?: (book: ListedBook) => ReactNode;
  /** What course editors change of a book. */
  editorOf?: ((book: ListedBook) => ReactNode) | undefined;
};

/** The books of a course, each with what is available of it. */
export function ReadingList({ books, listingsHref, missingAction, editorOf }: ReadingListProps) {
  return (
    <ul className={listStyles.list}>
      {books.map((book) => (
        <ListedBookRow
          key={book.isbn}
          book={book}
          listingsHref={listingsHref(book)}
          missingAction={missingAction}
          editorOf={editorOf}
        />
      ))}
    </ul>
  );
}

function ListedBookRow({
  book,
  listingsHref,
  missingAction,
  editorOf,
}: { book: ListedBook; listingsHref: string } & Pick<ReadingListProps, 'missingAction' | 'editorOf'>) {
  const title = listedBookTitle(book);
  const available = availabilityText(book);
  return (
    <li className={styles.entry}>
      <Cover book={{ title, author: book.author ?? '', isbn: book.isbn }} size="m" />
      <div className={styles.body}>
        <h3 dir="auto">{title}</h3>
        {book.author !== null && (
          <p dir="auto" className={cx(shared.small, shared.soft, shared.truncate)}>
            {book.author}
          </p>
        )}
        <p className={cx(shared.row, shared.wrap)}>
          {book.requirement === 'required' ? (
            <Badge className={styles.required}>{t('courses.list.required')}</Badge>
          ) : (
            <Badge tone="plain" className={shared.soft}>
              {t('courses.list.recommended')}
            </Badge>
          )}
          <AcceptsNote accepts={book.accepts} />
        </p>
        <NotAcceptedLink book={book} />
        {available === null ? (
          <div className={cx(shared.row, shared.wrap, shared.small)}>
            <span className={shared.soft}>{t('courses.list.missing')}</span>
            {missingAction?.(book)}
          </div>
        ) : (
          <div>
            <Link className={listedLinkStyles.link} href={listingsHref}>
              {available}
              <Icon name="chevron-right" />
            </Link>
            <AvailableEditions book={book} />
          </div>
        )}
        {editorOf?.(book)}
      </div>
    </li>
  );
}

/** '7th Edition or newer is fine'; nothing for a book that is accepted in its own edition only. */
function AcceptsNote({ accepts }: Pick<ListedBook, 'accepts'>) {
  if (accepts === undefined || accepts === 'exact') return null;
  const number = acceptedFrom(accepts);
  return (
    <span className={styles.accepts}>
      <Icon name="check" size="s" />
      {number === null ? t('courses.accepts.any') : t('courses.accepts.from', { number })}
    </span>
  );
}

/** Which editions are available, where it need not be the book's own. */
function AvailableEditions({ book }: { book: ListedBook }) {
  const text = availableEditionsText(book);
  return text === null ? null : <p className={cx(shared.tiny, shared.soft)}>{text}</p>;
}

/** An edition that only a teacher can allow: an older one, else a newer one. */
function NotAcceptedLink({ book: { isbn, olderPrice, newerPrice } }: { book: ListedBook }) {
  const price = olderPrice ?? newerPrice ?? null;
  if (price === null) return null;
  return (
    <Link className={styles.notAccepted} href={isbnListingsUrl(isbn)}>
      <Icon name="books" />
      <span>{notAcceptedText(olderPrice === price ? 'older' : 'newer', price)}</span>
    </Link>
  );
}
