import { toBookHead } from '#features/books/web/book-head.ts';
import {
  absentBook,
  bookCountQuery,
  bookListQuery,
  bookQuery,
  isEmptyList,
  loadEmptyFeed,
  mayDropFilters,
  parseFilters,
} from '#features/books/web/public.ts';
import { toCourseHead } from '#features/courses/web/course-head.ts';
import { absentCourse, courseQuery, searchedCourseQuery } from '#features/courses/web/course-queries.ts';
import { loadSearchedCourse } from './courses/searched-course.tsx';
import { sellerListingsQuery } from '#features/books/web/seller/seller-listings-query.ts';
import { toProfileHead } from '#features/profiles/web/profile-head.ts';
import { absentProfile, profileQuery } from '#features/profiles/web/profile-queries.ts';
import { reviewsQuery } from '#features/reviews/web/review-queries.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import type { PageRoute, LoaderResult } from './page-route.ts';

const missingBook: LoaderResult = { head: { title: 'Book not found', noIndex: true }, status: 404 };

type Prepare = NonNullable<PageRoute['loader']>;

export const homeLoader: Prepare = async (queries, transport, { search: address }) => {
  const filters = parseFilters(address);
  const [list] = await Promise.all([
    queries.fetchInfiniteQuery(bookListQuery(transport, filters)),
    loadSearchedCourse(),
    queries.prefetchQuery(searchedCourseQuery(transport, filters.search ?? '')),
    // Advertisements depend on it; the page renders without it.
    queries.prefetchQuery(paymentProviderQuery(transport)),
  ]);
  if (isEmptyList(list.pages)) {
    await loadEmptyFeed();
    if (mayDropFilters(filters)) await queries.prefetchQuery(bookCountQuery(transport, filters));
  }
  const { subject: _, ...others } = filters;
  return { head: { title: 'BookSwap', canonical: '/', noIndex: Object.keys(others).length > 0 } };
};

/** The form of Home's filters; the same for everybody, but each URL has another one. */
export const filtersLoader: Prepare = async () => ({ head: { title: 'Filters', noIndex: true } });

export const bookLoader: Prepare = async (queries, transport, { params }, origin) => {
  const query = bookQuery(transport, params['id']!);
  try {
    const [book] = await Promise.all([
      queries.fetchQuery(query),
      queries.prefetchQuery(paymentProviderQuery(transport)),
    ]);
    if (book === absentBook) return missingBook;
    await queries.prefetchQuery(profileQuery(transport, book.sellerId));
    return { head: toBookHead(book, origin) };
  } catch (error) {
    // Deleted, or an invalid id. Other errors must not tell a search engine that the book does not exist.
    if ([400, 404].includes((error as { status?: number }).status ?? 0)) {
      queries.setQueryData(query.queryKey, absentBook);
      return missingBook;
    }
    throw error;
  }
};

export const courseLoader: Prepare = async (queries, transport, { params }) => {
  const query = courseQuery(transport, params['code']!);
  try {
    const course = await queries.fetchQuery(query);
    if (course !== absentCourse) return { head: toCourseHead(course) };
  } catch (error) {
    if (![400, 404].includes((error as { status?: number }).status ?? 0)) throw error;
    queries.setQueryData(query.queryKey, absentCourse);
  }
  return { head: { title: 'Course not found', noIndex: true }, status: 404 };
};

export const userLoader: Prepare = async (queries, transport, { params }) => {
  const query = profileQuery(transport, params['id']!);
  try {
    const [profile, listings] = await Promise.all([
      queries.fetchQuery(query),
      queries.fetchInfiniteQuery(sellerListingsQuery(transport, params['id']!)),
      queries.prefetchInfiniteQuery(reviewsQuery(transport, params['id']!)),
    ]);
    if (profile !== absentProfile) return { head: toProfileHead(profile, !isEmptyList(listings.pages)) };
  } catch (error) {
    if (![400, 404].includes((error as { status?: number }).status ?? 0)) throw error;
    queries.setQueryData(query.queryKey, absentProfile);
  }
  return { head: { title: 'Profile not found', noIndex: true }, status: 404 };
};

/** The listing is public; only the page knows whether it is the user's. Without it the page tells why. */
export const editLoader: Prepare = async (queries, transport, { params }) => {
  await queries.prefetchQuery(bookQuery(transport, params['id']!));
  return { head: { title: 'Edit listing', noIndex: true } };
};

/**
 * Prefetches the payment provider, the same for all users, so that no offer appears after the first paint.
 */
export const createOfferLoader =
  (title: string): Prepare =>
  async (queries, transport) => {
    await queries.prefetchQuery(paymentProviderQuery(transport));
    return { head: { title, noIndex: true } };
  };

/** Help states prices and offers. */
export const helpLoader: Prepare = async (queries, transport) => {
  await queries.prefetchQuery(paymentProviderQuery(transport));
  const description = 'Questions and answers about buying and selling used textbooks, and how to reach us.';
  return { head: { title: 'Help & Support', description, canonical: '/help' } };
};
