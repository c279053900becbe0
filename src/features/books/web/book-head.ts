import { formatMoney, formatPlainAmount } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { conditionText } from '#ui/display/badge.tsx';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import type { Book } from '../contract.ts';
import { homeUrl } from '../filters.ts';
import { subjectText } from './subject-text.ts';

const schemaCondition: Record<Book['condition'], string> = {
  'Like New': 'https://schema.org/UsedCondition',
  Excellent: 'https://schema.org/UsedCondition',
  Good: 'https://schema.org/UsedCondition',
  Fair: 'https://schema.org/UsedCondition',
  Poor: 'https://schema.org/DamagedCondition',
};

const availabilities = {
  Active: 'https://schema.org/InStock',
  Sold: 'https://schema.org/SoldOut',
  Expired: 'https://schema.org/Discontinued',
};

type BookHead = {
  title: string;
  description: string;
  /** A path. */
  canonical: string;
  /** The path of the share image. */
  image: string;
  type: 'product';
  /** schema.org */
  jsonLd: object[];
};

/** The part of the document's head that link previews and search engines read about a listing, in the locale of a rendering. */
export function toBookHead(book: Book, origin: string): BookHead {
  const canonical = `/book/${book.id}`;
  return {
    title: book.title,
    description: describe(book, stateOf(book)),
    canonical,
    image: `${canonical}/share.png?v=${new Date(book.updatedAt).getTime()}`,
    type: 'product',
    jsonLd: [toProduct(book, origin), toBreadcrumbs(book, origin)],
  };
}

function toProduct(book: Book, origin: string): object {
  const canonical = `/book/${book.id}`;
  const locale = currentLocale();
  const state = stateOf(book);
  return {
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
    category: subjectText(book.subject),
    // The language of the page: a title says little about that of the book.
    mainEntityOfPage: { '@type': 'WebPage', '@id': origin + canonical, inLanguage: locale.language },
    offers: {
      '@type': 'Offer',
      url: origin + canonical,
      price: formatPlainAmount(book.price, locale),
      priceCurrency: locale.money.code,
      itemCondition: schemaCondition[book.condition],
      availability: availabilities[state ?? 'Active'],
      seller: { '@type': 'Person', name: book.seller.name },
    },
  };
}

/** Home, the subject, the listing. */
function toBreadcrumbs(book: Book, origin: string): object {
  const places = [
    { name: 'BookSwap', path: '/' },
    { name: subjectText(book.subject), path: homeUrl({ subject: book.subject }) },
    { name: book.title, path: `/book/${book.id}` },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: places.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

const stateOf = (book: Book) => (book.isActive ? null : book.soldAt === null ? 'Expired' : 'Sold');

function describe({ author, condition: code, price }: Book, state: 'Expired' | 'Sold' | null): string {
  const condition = conditionText(code);
  if (state === 'Expired') return t('books.head.expired', { author, condition });
  if (state === 'Sold') return t('books.head.sold', { author, condition });
  return t('books.head.for-sale', { author, condition, price: formatMoney(price) });
}
