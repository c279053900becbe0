import { expect, it } from 'vitest';
import { toBookHead } from '#features/books/web/book-head.ts';
import { toCourseHead } from '#features/courses/web/course-head.ts';
import { renderIn } from '#platform/shared/texts/locale.ts';
import { localeOfTests } from '#tests/support/test-market.ts';
import { sampleBook } from '#tests/support/components/sample-data.ts';
import type { PageHead } from '../routing/page-route.ts';
import { renderHtmlDocument } from './html-document.ts';
import { noStyles } from './inline-styles.ts';

const ORIGIN = 'https://books.example.edu';
const ATTACK = '</script><script>alert(1)</script>\u2028';

function documentOf(head: PageHead): string {
  const locale = localeOfTests();
  const page = { head, sprite: '', noScript: '', body: '', state: {} } as unknown as Parameters<
    typeof renderHtmlDocument
  >[0];
  const assets = { script: '/a.js', preload: [], css: noStyles, cssFiles: [] };
  const options = { locale, namedLanguage: null, languages: ['en', 'es'] as const, origin: ORIGIN };
  return renderHtmlDocument(page, assets, {
    ...options,
    testMode: false,
    look: { name: null, color: 'green', iconVersion: null },
  }).toString();
}

const linkedData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );

it('a listing is a product with an offer in a place of the market, also if its title holds markup', () => {
  const book = { ...sampleBook(), title: ATTACK, author: ATTACK, description: ATTACK };
  const html = documentOf(renderIn(localeOfTests(), () => toBookHead(book, ORIGIN)));
  expect(html).not.toContain('<script>alert');
  const [product, places, ...others] = linkedData(html);
  expect(others).toEqual([]);
  expect(product).toMatchObject({
    '@type': ['Product', 'Book'],
    name: ATTACK,
    offers: { '@type': 'Offer', priceCurrency: 'USD' },
  });
  expect(places).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, item: `${ORIGIN}/` },
      { position: 2, item: `${ORIGIN}/?${new URLSearchParams({ subject: book.subject })}` },
      { position: 3, name: ATTACK, item: `${ORIGIN}/book/${book.id}` },
    ],
  });
  expect(html).toContain('<meta property="og:type" content="product">');
});

it('a course is a list of its books, and names its feed in the language of the document', () => {
  const entry = {
    requirement: 'required',
    accepts: 'exact' as const,
    olderPrice: null,
    newerPrice: null,
    availableCount: 1,
    lowestPrice: 900,
    author: null,
  } as const;
  const books = [
    { ...entry, acceptedEditions: [], isbn: '9780262046305', title: ATTACK, edition: '4th Edition' },
  ];
  const course = { code: 'CS 301', title: 'Algorithms', term: null, books, earlierBooks: [] };
  const head = (locale = localeOfTests()) => renderIn(locale, () => toCourseHead(course, ORIGIN));
  const html = documentOf(head());
  const [list, places] = linkedData(html);
  expect(list).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [
      {
        position: 1,
        item: {
          '@type': 'Book',
          isbn: '9780262046305',
          name: `${ATTACK}, 4th Edition`,
          url: `${ORIGIN}/?search=9780262046305&course=CS301`,
        },
      },
    ],
  });
  expect(places).toMatchObject({ itemListElement: [{}, { name: 'CS 301', item: `${ORIGIN}/course/CS301` }] });
  expect(html).toContain(
    `<link rel="alternate" type="application/atom+xml" title="CS 301" href="${ORIGIN}/feed/courses/CS301.atom">`,
  );
  expect(html).toContain('<meta property="og:type" content="website">');
});
