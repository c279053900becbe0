import { toBookHead } from '#features/books/web/book-head.ts';
import { bookListQuery, bookQuery, absentBook } from '#features/books/web/public.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import type { PageRoute, LoaderResult } from './page-route.ts';

const missingBook: LoaderResult = { head: { title: 'Book not found', noIndex: true }, status: 404 };

type Prepare = NonNullable<PageRoute['loader']>;

export const homeLoader: Prepare = async (queries, transport, { search: address }) => {
  const search = address.get('search') ?? '';
  const subject = address.get('subject') ?? '';
  await Promise.all([
    queries.fetchInfiniteQuery(
      bookListQuery(transport, { search, subject: subject === 'All' ? '' : subject }),
    ),
    // What an advertisement offers depends on it; the page stands without.
    queries.prefetchQuery(paymentProviderQuery(transport)),
  ]);
  return { head: { title: 'Book Swap', canonical: '/', noIndex: search !== '' } };
};

export const bookLoader: Prepare = async (queries, transport, { params }, origin) => {
  const query = bookQuery(transport, params['id']!);
  try {
    const [book] = await Promise.all([
      queries.fetchQuery(query),
      queries.prefetchQuery(paymentProviderQuery(transport)),
    ]);
    return book === absentBook ? missingBook : { head: toBookHead(book, origin) };
  } catch (error) {
    // Gone, or no id at all. Anything else is no reason to tell a search engine that the book does not exist.
    if ([400, 404].includes((error as { status?: number }).status ?? 0)) {
      queries.setQueryData(query.queryKey, absentBook);
      return missingBook;
    }
    throw error;
  }
};

/** Whether anything is sold, and by whom, is the same for everybody, and there from the start: nothing moves when it becomes known. */
export const createOfferLoader =
  (title: string): Prepare =>
  async (queries, transport) => {
    await queries.prefetchQuery(paymentProviderQuery(transport));
    return { head: { title, noIndex: true } };
  };

/** Help says what is sold. */
export const helpLoader: Prepare = async (queries, transport) => {
  await queries.prefetchQuery(paymentProviderQuery(transport));
  const description = 'Questions and answers about buying and selling used textbooks, and how to reach us.';
  return { head: { title: 'Help & Support', description, canonical: '/help' } };
};
