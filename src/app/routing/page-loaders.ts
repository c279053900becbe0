import type { Book } from '#features/books/contract.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { bookListQuery, bookQuery, absentBook } from '#features/books/web/public.ts';
import { paymentProviderQuery } from '#features/payments/web/payment-queries.ts';
import type { PageHead, PageRoute, LoaderResult } from './page-route.ts';

const schemaCondition: Record<Book['condition'], string> = {
  'Like New': 'https://schema.org/UsedCondition',
  Excellent: 'https://schema.org/UsedCondition',
  Good: 'https://schema.org/UsedCondition',
  Fair: 'https://schema.org/UsedCondition',
  Poor: 'https://schema.org/DamagedCondition',
};

/** What link previews and search engines read about a listing. */
function bookHead(book: Book, origin: string): PageHead {
  const canonical = `/book/${book.id}`;
  const price = formatPrice(book.price);
  return {
    title: book.title,
    description: `${book.author} · ${book.condition} · ${book.soldAt === null ? price : 'Sold'}`,
    canonical,
    image: `${canonical}/share.png?v=${new Date(book.updatedAt).getTime()}`,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': ['Product', 'Book'],
      name: book.title,
      author: { '@type': 'Person', name: book.author },
      ...(book.isbn !== null && { isbn: book.isbn, gtin13: book.isbn }),
      ...(book.description !== null && { description: book.description }),
      image:
        book.images.length > 0
          ? book.images.map((image) => origin + image)
          : [`${origin}${canonical}/share.png`],
      category: book.subject,
      offers: {
        '@type': 'Offer',
        url: origin + canonical,
        price: (book.price / 100).toFixed(2),
        priceCurrency: 'USD',
        itemCondition: schemaCondition[book.condition],
        availability: book.soldAt === null ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
        seller: { '@type': 'Person', name: book.seller.name },
      },
    },
  };
}

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
    return book === absentBook ? missingBook : { head: bookHead(book, origin) };
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
