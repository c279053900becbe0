import { homeUrl, mayDropFilters, parseFilters } from '#features/books/filters.ts';
import { toBookHead } from '#features/books/web/book-head.ts';
import {
  absentBook,
  bookCountQuery,
  bookListQuery,
  bookQuery,
  isEmptyList,
  loadEmptyFeed,
} from '#features/books/web/public.ts';
import { toCourseCode } from '#features/books/rules.ts';
import { toCourseHead } from '#features/courses/web/course-head.ts';
import { absentCourse, courseQuery, searchedCourseQuery } from '#features/courses/web/course-queries.ts';
import { loadSearchedCourse } from './courses/searched-course.tsx';
import { loadElsewhere } from './listings-elsewhere.tsx';
import { elsewhereQuery } from '#features/neighbors/web/neighbor-queries.ts';
import { sellerListingsQuery } from '#features/books/web/seller/seller-listings-query.ts';
import { otherListingsQuery } from '#features/editions/web/works/work-queries.ts';
import { toProfileHead } from '#features/profiles/web/profile-head.ts';
import { absentProfile, profileQuery } from '#features/profiles/web/profile-queries.ts';
import { reviewsQuery } from '#features/reviews/web/review-queries.ts';
import {
  absentSlip,
  sellerSlipsQuery,
  shortAddressQuery,
  slipQuery,
} from '#features/slips/web/slip-queries.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { isMissing } from '#platform/shared/is-missing.ts';
import { renderIn } from '#platform/shared/texts/locale.ts';
import { type PlainTextId, textsIn } from '#platform/shared/texts/t.ts';
import type { PageRoute, LoaderResult } from './page-route.ts';

type Prepare = NonNullable<PageRoute['loader']>;

export const homeLoader: Prepare = async (queries, transport, { search: address }) => {
  const filters = parseFilters(address);
  const [list] = await Promise.all([
    queries.fetchInfiniteQuery(bookListQuery(transport, filters)),
    loadSearchedCourse(),
    queries.prefetchQuery(searchedCourseQuery(transport, filters.search ?? '')),
    queries.prefetchQuery(elsewhereQuery(transport, filters)),
    loadElsewhere(),
    // Advertisements depend on it; the page renders without it.
    queries.prefetchQuery(paymentProviderQuery(transport)),
  ]);
  if (isEmptyList(list.pages) || list.pages[0]?.isNear) {
    await loadEmptyFeed();
    if (mayDropFilters(filters)) await queries.prefetchQuery(bookCountQuery(transport, filters));
  }
  const { subject: _, ...others } = filters;
  return {
    head: {
      title: 'BookSwap',
      canonical: '/',
      noIndex: Object.keys(others).length > 0,
      feed: { path: `/feed/books.atom${homeUrl(filters).slice(1)}`, title: filters.search ?? 'BookSwap' },
    },
  };
};

/** The form of Home's filters; the same for everybody, but each URL has another one. */
export const filtersLoader: Prepare = async (_queries, _transport, _address, _origin, locale) => ({
  head: { title: textsIn(locale)('books.filters.title'), noIndex: true },
});

export const bookLoader: Prepare = (queries, transport, { params }, origin, locale) => {
  const query = bookQuery(transport, params['id']!);
  const load = async () => {
    const [book] = await Promise.all([
      queries.fetchQuery(query),
      queries.prefetchQuery(paymentProviderQuery(transport)),
    ]);
    if (book === absentBook) return null;
    await Promise.all([
      queries.prefetchQuery(profileQuery(transport, book.sellerId)),
      book.isbn !== null && queries.prefetchQuery(otherListingsQuery(transport, book.isbn)),
    ]);
    return { head: renderIn(locale, () => toBookHead(book, origin)) };
  };
  return orMissing(textsIn(locale)('books.page.not-found'), load, () =>
    queries.setQueryData(query.queryKey, absentBook),
  );
};

export const courseLoader: Prepare = (queries, transport, { params }, origin, locale) => {
  const query = courseQuery(transport, params['code']!);
  const load = async () => {
    const course = await queries.fetchQuery(query);
    if (course === absentCourse) return null;
    const code = toCourseCode(course.code);
    if (course.title === null && code !== null)
      await queries.prefetchInfiniteQuery(bookListQuery(transport, { course: code }));
    return { head: renderIn(locale, () => toCourseHead(course, origin)) };
  };
  return orMissing(textsIn(locale)('courses.page.not-found'), load, () =>
    queries.setQueryData(query.queryKey, absentCourse),
  );
};

export const userLoader: Prepare = (queries, transport, { params }, _origin, locale) => {
  const query = profileQuery(transport, params['id']!);
  const load = async () => {
    const [profile, listings] = await Promise.all([
      queries.fetchQuery(query),
      queries.fetchInfiniteQuery(sellerListingsQuery(transport, params['id']!)),
      queries.prefetchInfiniteQuery(reviewsQuery(transport, params['id']!)),
    ]);
    if (profile === absentProfile) return null;
    return { head: renderIn(locale, () => toProfileHead(profile, !isEmptyList(listings.pages))) };
  };
  return orMissing(textsIn(locale)('profiles.missing.title'), load, () =>
    queries.setQueryData(query.queryKey, absentProfile),
  );
};

/** For paper, and not for search engines: the listing is the page that they find. */
export const slipLoader: Prepare = (queries, transport, { params }, _origin, locale) => {
  const query = slipQuery(transport, params['id']!);
  const load = async () => {
    const slip = await queries.fetchQuery(query);
    if (slip === absentSlip) return null;
    const title = textsIn(locale)('slips.page.title-of', { title: slip.book.title });
    return { head: { title, noIndex: true } };
  };
  return orMissing(textsIn(locale)('slips.gone.deleted'), load, () =>
    queries.setQueryData(query.queryKey, absentSlip),
  );
};

export const sellerSlipsLoader: Prepare = async (queries, transport, { params }, _origin, locale) => {
  const title = textsIn(locale)('slips.page.title');
  const query = sellerSlipsQuery(transport, params['seller']!);
  const load = async () => {
    await queries.fetchQuery(query);
    return { head: { title, noIndex: true } };
  };
  return orMissing(title, load, () => queries.setQueryData(query.queryKey, absentSlip));
};

/** The address of a strip leads to the listing; without one, the page says what has become of it. */
export const shortAddressLoader: Prepare = (queries, transport, { params }, _origin, locale) => {
  const t = textsIn(locale);
  const query = shortAddressQuery(transport, params['code']!);
  const load = async () => {
    const address = await queries.fetchQuery(query);
    if (address === absentSlip) return null;
    const head = {
      title: t(address.state === 'sold' ? 'slips.gone.sold' : 'slips.gone.deleted'),
      noIndex: true,
    };
    return address.state === 'listed' ? { head, redirect: `/book/${address.bookId}` } : { head };
  };
  return orMissing(t('slips.gone.unknown'), load, () => queries.setQueryData(query.queryKey, absentSlip));
};

/**
 * What `load` returns, or a page with the status 404 if it finds nothing. Other errors are thrown: they must
 * not tell a search engine that the page does not exist.
 */
async function orMissing(
  title: string,
  load: () => Promise<LoaderResult | null>,
  saveAbsence: () => void,
): Promise<LoaderResult> {
  try {
    const found = await load();
    if (found !== null) return found;
  } catch (error) {
    if (!isMissing(error)) throw error;
    saveAbsence();
  }
  return { head: { title, noIndex: true }, status: 404 };
}

/** The listing is public; only the page knows whether it is the user's. Without it the page tells why. */
export const editLoader: Prepare = async (queries, transport, { params }, _origin, locale) => {
  await queries.prefetchQuery(bookQuery(transport, params['id']!));
  return { head: { title: textsIn(locale)('books.form.edit-title'), noIndex: true } };
};

/**
 * Prefetches the payment provider, the same for all users, so that no offer appears after the first paint.
 */
export const createOfferLoader =
  (title: PlainTextId): Prepare =>
  async (queries, transport, _address, _origin, locale) => {
    await queries.prefetchQuery(paymentProviderQuery(transport));
    return { head: { title: textsIn(locale)(title), noIndex: true } };
  };

/** Only the title: each text of the route table is in the first script's. */
export const shelfLoader: Prepare = async (_queries, _transport, _address, _origin, locale) => ({
  head: { title: textsIn(locale)('books.shelf.title'), noIndex: true },
});

/** The decision of a link: only the browser reads the link's token. */
export const appealLoader: Prepare = async (_queries, _transport, _address, _origin, locale) => ({
  head: { title: textsIn(locale)('moderation.decisions.one'), noIndex: true },
});

/** Help states prices and offers. */
export const helpLoader: Prepare = async (queries, transport, _address, _origin, locale) => {
  await queries.prefetchQuery(paymentProviderQuery(transport));
  const t = textsIn(locale);
  return {
    head: { title: t('app.title.help'), description: t('app.help.description'), canonical: '/help' },
  };
};
