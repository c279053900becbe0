import type { Book } from '#features/books/contract.ts';
import { withLanguage } from '#platform/shared/texts/language-choice.ts';
import { directionOf, type Language } from '#platform/shared/texts/languages.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { escapeXml, XML_START } from '#platform/shared/texts/markup.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { textsIn } from '#platform/shared/texts/t.ts';
import { conditionTextIds } from '#ui/display/condition-text-ids.ts';

export type Feed = {
  title: string;
  /** The URL of the feed, without a language. */
  self: string;
  /** The page that shows the same. */
  page: string;
  books: readonly Book[];
};

type Options = {
  origin: string;
  locale: Locale;
  /** The language in the URL of the feed; null for the URL of the market's first. */
  namedLanguage: Language | null;
  /** The others in which the feed exists. */
  languages: readonly Language[];
};

/** When nothing was ever in the feed: the same at each request, so that its bytes are. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** An Atom feed (RFC 4287) of listings, the newest first. */
export function writeFeed({ title, self, page, books }: Feed, options: Options): string {
  const { locale, namedLanguage, languages } = options;
  const updated = books.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), NEVER);
  const others = languages
    .filter((language) => language !== locale.language)
    .map(
      (language) =>
        `<link rel="alternate" type="application/atom+xml" hreflang="${language}" href="${escapeXml(withLanguage(self, language))}"/>`,
    );
  return `${XML_START}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale.language}"${directionAttribute(locale)}>
<id>${escapeXml(self)}</id>
<title>${escapeXml(title)}</title>
<updated>${updated}</updated>
<author><name>BookSwap</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(withLanguage(self, namedLanguage))}"/>
<link rel="alternate" type="text/html" hreflang="${locale.language}" href="${escapeXml(withLanguage(page, namedLanguage))}"/>
${others.join('\n')}
${books.map((book) => writeEntry(book, options)).join('\n')}
</feed>
`;
}

/** Of the W3C's 'bidi' attribute for Atom, which readers that do not know it leave out. */
const directionAttribute = ({ language }: Locale): string =>
  directionOf(language) === 'rtl' ? ' dir="rtl"' : '';

function writeEntry(book: Book, { origin, locale, namedLanguage }: Options): string {
  const t = textsIn(locale);
  const url = withLanguage(`${origin}/book/${book.id}`, namedLanguage);
  const summary = t('discovery.feed.summary', {
    author: book.author,
    condition: t(conditionTextIds[book.condition]),
    price: formatMoney(book.price, locale),
    currency: locale.money.code,
  });
  return `<entry>
<id>urn:uuid:${book.id}</id>
<title>${escapeXml(book.title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
<published>${book.createdAt}</published>
<updated>${book.updatedAt}</updated>
<summary>${escapeXml(summary)}</summary>
</entry>`;
}
