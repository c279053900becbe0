import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { editionText } from '#features/editions/web/public.ts';
import { MAX_COUNTED_COPIES } from '#features/editions/rules.ts';
import type { Course } from '../contract.ts';
import { isEarlierTerm } from '../rules.ts';

/** '3 available from $18.00', '99+ available from $18.00', '1 available, free'; null if none is listed. */
export function availabilityText(book: {
  availableCount: number;
  lowestPrice: number | null;
}): string | null {
  if (book.lowestPrice === null) return null;
  const isMore = book.availableCount >= MAX_COUNTED_COPIES;
  const count = isMore ? MAX_COUNTED_COPIES - 1 : book.availableCount;
  if (book.lowestPrice === 0)
    return isMore ? t('courses.available.more-free', { count }) : t('courses.available.free', { count });
  const price = formatMoney(book.lowestPrice);
  return isMore
    ? t('courses.available.more-from', { count, price })
    : t('courses.available.from', { count, price });
}

type AcceptedEdition = { isbn: string; edition: string | null; lowestPrice: number | null };

/** '7th Edition from $9.00, 8th Edition from $58.00'; null if only the book's own edition is available. */
export function availableEditionsText(book: {
  isbn: string;
  acceptedEditions?: readonly AcceptedEdition[];
}): string | null {
  const available = (book.acceptedEditions ?? []).filter(({ lowestPrice }) => lowestPrice !== null);
  if (available.every(({ isbn }) => isbn === book.isbn)) return null;
  return available
    .toSorted((one, other) => one.lowestPrice! - other.lowestPrice!)
    .map(({ edition: number, lowestPrice }) => {
      const edition = editionText(number) ?? t('editions.other.unknown');
      return lowestPrice === 0
        ? t('courses.list.edition-free', { edition })
        : t('courses.list.edition-from', { edition, price: formatMoney(lowestPrice!) });
    })
    .reduce((before, edition) => t('courses.list.editions', { before, edition }));
}

/** Of an edition that a course does not accept: 'Older edition from $9.00 – ask your teacher'. */
export function notAcceptedText(kind: 'older' | 'newer', amount: number): string {
  if (amount === 0) return t(kind === 'older' ? 'courses.list.older-free' : 'courses.list.newer-free');
  const price = formatMoney(amount);
  return kind === 'older' ? t('courses.list.older', { price }) : t('courses.list.newer', { price });
}

/** '5 books from $84.00', '2 books, free' */
export const totalPriceText = (count: number, total: number): string =>
  total === 0
    ? t('courses.books.total-free', { count })
    : t('courses.books.total', { count, price: formatMoney(total) });

type TermChange = { from: string; to: string; courseCount: number };

/** What an import does to the terms of courses; a warning where the term of the file is older. */
export function describeTermChange({ from, to, courseCount: count }: TermChange): {
  text: string;
  isBack: boolean;
} {
  const isBack = isEarlierTerm(to, from);
  return {
    text: t(isBack ? 'courses.preview.term-back' : 'courses.preview.term', { count, from, to }),
    isBack,
  };
}

/** 'Calculus I, Fall 2026'; a course that only listings name has no title. */
export const courseTitleText = ({ title, term }: { title: string | null; term: string | null }): string =>
  title && term ? t('courses.page.title-term', { title, term }) : title || term || '';

/** The title of a course's document. */
export const courseDocumentTitle = ({ code, ...course }: Pick<Course, 'code' | 'title' | 'term'>): string =>
  course.title === null ? code : t('courses.head.title', { code, title: course.title });

/** The first message to the seller of several books, which is about the first of them. */
export function bundleQuestion(otherTitles: readonly string[]): string {
  const quoted = otherTitles.map((title) => t('courses.ask.title', { title }));
  const titles = quoted.reduce((before, title) => t('courses.ask.and', { titles: before, title }));
  return otherTitles.length === 1
    ? t('courses.ask.both', { title: titles })
    : t('courses.ask.all', { titles, count: otherTitles.length + 1 });
}
