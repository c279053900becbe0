import { formatCount } from '#platform/shared/texts/numbers.ts';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '#ui/class-names.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import shared from '#ui/shared.module.css';
import type { CoveredCourse, MissingBook } from '../contract.ts';
import { missingBookTitle } from './missing-book-title.ts';
import styles from './course-coverage.module.css';

/** A course, and its required books without a copy. */
export function CourseCoverage({ course }: { course: CoveredCourse }) {
  const { code, title, term, requiredCount, coveredCount, missing } = course;
  const counts = { covered: formatCount(coveredCount), count: requiredCount };
  const isFull = missing.length === 0;
  return (
    <details className={styles.course} open={!isFull}>
      <summary>
        <span className={shared.grow}>
          <span className={cx(shared.row, shared.between)}>
            <b dir="ltr">{code}</b>
            <span className={cx(shared.small, isFull ? styles.full : shared.soft)}>
              {t('coverage.course.count', counts)}
            </span>
          </span>
          <span dir="auto" className={cx(shared.tiny, shared.soft, shared.truncate, shared.block)}>
            {[title, term].filter(Boolean).join(', ')}
          </span>
          <progress
            value={coveredCount}
            max={requiredCount}
            aria-label={t('coverage.course.label', { code, ...counts })}
          />
        </span>
        <Icon name="chevron-down" />
      </summary>
      {isFull ? (
        <p className={cx(shared.small, styles.note)}>{t('coverage.course.full')}</p>
      ) : (
        <ul className={styles.missing}>
          {missing.map((book) => (
            <Book key={book.isbn} book={book} />
          ))}
        </ul>
      )}
    </details>
  );
}

function Book({ book }: { book: MissingBook }) {
  const title = missingBookTitle(book);
  return (
    <li>
      <Cover book={{ title, author: book.author ?? '', isbn: book.isbn }} size="s" />
      <span className={shared.grow}>
        <b dir="auto" className={cx(shared.block, styles.title)}>
          {title}
        </b>
        {book.edition !== null && (
          <span dir="auto" className={cx(shared.tiny, shared.soft, shared.block)}>
            {book.edition}
          </span>
        )}
        {book.isReserved && (
          <span className={cx(shared.tiny, shared.soft, shared.block)}>{t('coverage.book.reserved')}</span>
        )}
      </span>
      {book.wantedCount > 0 && (
        <span className={cx(shared.small, styles.wanted)}>
          <Icon name="users" size="s" />
          {t('coverage.book.wanted', { count: book.wantedCount })}
        </span>
      )}
    </li>
  );
}
