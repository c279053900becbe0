import { t } from '#platform/shared/texts/t.ts';
import type { MissingBook } from '../contract.ts';

export const missingBookTitle = ({ title, isbn }: Pick<MissingBook, 'title' | 'isbn'>): string =>
  title ?? t('coverage.book.isbn', { isbn: `${isbn.slice(0, 3)}-${isbn.slice(3)}` });
