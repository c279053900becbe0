import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Badge, BoostedBadge, ConditionBadge, ConditionScale } from '#ui/display/badge.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { Icon, type IconName } from '#ui/icons/icon.tsx';
import { DescriptionList } from '#ui/layout/list.tsx';
import { PhotoGallery } from '#ui/photos/photo-gallery.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { Price, PriceRate } from '#ui/display/price.tsx';
import { Time } from '#ui/display/time.tsx';
import type { Book, OwnBook } from '../../contract.ts';
import { HiddenNote } from '../hidden/hidden-note.tsx';
import { isBoosted, isExpired } from '../../rules.ts';
import { boostTimeLeftText } from '../boost-time-left.ts';
import { type CopyLine, copyLineText, toCopyLines } from '../copy-texts.ts';
import { subjectText } from '../subject-text.ts';
import { pagePhotos } from '#features/photos/web/public.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import stageStyles from '#ui/cover/stage.module.css';
import bookRowStyles from '#ui/display/book-row.module.css';
import listStyles from '#ui/layout/list.module.css';
import previewStyles from './book-preview.module.css';
import styles from './book-details.module.css';
import linesStyles from '#ui/layout/lines.module.css';

type BookDetailsProps = {
  book: OwnBook;
  courses: ReactNode;
  otherEditions: ReactNode;
  seller: ReactNode;
  /** The note beside the badge of a sold book. */
  soldTo: ReactNode;
  /** What is said and can be done while the listing is reserved. */
  reserved: ReactNode;
};

export function BookDetails({ book, courses, otherEditions, seller, soldTo, reserved }: BookDetailsProps) {
  const now = useNow();
  const sold = book.soldAt !== null;
  const expired = isExpired(book, now);
  return (
    <>
      <BookStage book={book} />
      {book.hiddenBy && <HiddenNote reason={book.hiddenBy} />}
      <div>
        <h1 dir="auto">{book.title}</h1>
        <p dir="auto" className={cx(shared.soft, previewStyles.byline)}>
          {book.author}
        </p>
      </div>
      <div>
        <div className={cx(shared.row, shared.between, shared.wrap)}>
          <Price big amount={book.price} formerAmount={book.previousPrice} isOver={sold} />
          <span className={cx(shared.row, shared.small, shared.soft)}>
            <Icon name="eye" size="s" />
            {book.hiddenBy ? t('books.hidden.only-you') : t('books.page.views', { count: book.views })}
          </span>
        </div>
        {book.priceRating !== null && book.price > 0 && (
          <p className={styles.rating}>
            <PriceRate rating={book.priceRating} large />
          </p>
        )}
      </div>
      <div className={cx(shared.row, shared.wrap)}>
        {sold && <Badge tone="sold">{t('ui.badge.sold')}</Badge>}
        {soldTo}
        {book.reservedUntil !== null && <Badge tone="reserved">{t('ui.badge.reserved')}</Badge>}
        {expired && <Badge tone="expired">{t('ui.badge.expired')}</Badge>}
        {!sold && book.price === 0 && <Badge tone="free">{t('ui.badge.free')}</Badge>}
        <ConditionBadge condition={book.condition} />
        <ConditionScale condition={book.condition} />
        <Badge tone="plain">{subjectText(book.subject)}</Badge>
        {!sold && isBoosted(book, now) && (
          <span className={shared.row}>
            <BoostedBadge />
            {book.boostedUntil !== null && (
              <span className={cx(shared.tiny, styles.boostLeft)}>
                {boostTimeLeftText(book.boostedUntil, now)}
              </span>
            )}
          </span>
        )}
      </div>
      {book.reservedUntil !== null && reserved && (
        <section className={listStyles.panel} aria-label={t('books.page.reserved')}>
          {reserved}
        </section>
      )}
      <ConditionSection book={book} />
      {otherEditions}
      {courses}
      {book.description !== null && (
        <Section title={t('books.page.description')}>{paragraphs(book.description)}</Section>
      )}
      {seller}
      <DescriptionList
        facts={[
          {
            term: t('books.page.isbn'),
            value: book.isbn === null ? null : `${book.isbn.slice(0, 3)}-${book.isbn.slice(3)}`,
          },
          { term: t('books.page.listed'), value: <Time at={book.createdAt} now={now.getTime()} /> },
        ]}
      />
    </>
  );
}

function BookStage({ book }: { book: Book }) {
  const photos = pagePhotos(book);
  const sold = book.soldAt !== null;
  const hasPhotos = photos.length > 0;
  return (
    <div className={cx(!hasPhotos && stageStyles.stage)} data-state={sold ? 'sold' : undefined}>
      <div className={hasPhotos ? styles.photos : styles.pile}>
        {hasPhotos ? <PhotoGallery photos={photos} book={book} /> : <Cover book={book} size="l" />}
        {sold && (
          <span className={cx(bookRowStyles.soldBand, styles.soldBand)} aria-hidden="true">
            {t('ui.badge.sold')}
          </span>
        )}
      </div>
    </div>
  );
}

/** Blank lines separate paragraphs; other line breaks stay. */
function paragraphs(text: string): ReactNode {
  return text.split(/\n{2,}/).map((paragraph, index) => (
    <p dir="auto" key={index} className={shared.prose}>
      {paragraph}
    </p>
  ));
}

const icons: Partial<Record<CopyLine['about'], IconName>> = {
  accessCode: 'key',
  flaws: 'book',
  isInternationalEdition: 'info',
  isInstructorCopy: 'info',
};

/** What the seller says about the copy, in short lines; nothing if they say nothing. */
function ConditionSection({ book }: { book: Book }) {
  const lines = toCopyLines(book.conditionDetails);
  if (lines.length === 0) return null;
  return (
    <Section title={t('books.page.condition')}>
      <ul className={cx(linesStyles.lines, listStyles.panel)}>
        {lines.map(({ about, id, isGood }) => (
          <li key={id} className={isGood ? linesStyles.good : undefined}>
            <Icon name={icons[about] ?? (isGood ? 'check' : 'edit')} />
            {copyLineText(id)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
