import type { Book } from '#features/books/contract.ts';
import { MAX_WANTED_WORDS_LENGTH } from '#features/wanted/rules.ts';
import WantButton from '#features/wanted/web/want-button.tsx';
import { t } from '#platform/shared/texts/t.ts';

/** 'Tell me if it becomes available': this copy, beyond the limits of an entry that is there. */
export const WantReserved = ({ book }: { book: Pick<Book, 'id' | 'isbn' | 'title'> }) => (
  <WantButton want={{ ...sameBook(book), bookId: book.id }} size="slim" variant="quiet">
    {t('wanted.button.available')}
  </WantButton>
);

/** Another copy: of the same ISBN, or with the same title. */
export const sameBook = ({ isbn, title }: Pick<Book, 'isbn' | 'title'>) =>
  isbn === null ? { words: [...title].slice(0, MAX_WANTED_WORDS_LENGTH).join('') } : { isbn };
