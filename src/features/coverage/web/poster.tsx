import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import type { SoughtBook } from '../contract.ts';
import { missingBookTitle } from './missing-book-title.ts';
import styles from './poster.module.css';

/** The list for a noticeboard: on paper only, and alone there. */
export const Poster = ({ books }: { books: readonly SoughtBook[] }) => (
  <section className={styles.poster} aria-hidden="true">
    <h2>{t('coverage.poster.title')}</h2>
    <p>
      {rich('coverage.poster.text', {
        address: (host) => <b dir="ltr">{host}</b>,
        host: location.host,
      })}
    </p>
    <ul>
      {books.map((book) => (
        <li key={book.isbn}>
          <b dir="auto">{missingBookTitle(book)}</b>
          <span dir="auto">{[book.edition, book.author].filter(Boolean).join(' · ')}</span>
          <span dir="ltr">{book.courses.join(', ')}</span>
        </li>
      ))}
    </ul>
  </section>
);
