import { imprintQuery } from '#features/support/web/imprint-query.ts';
import { transparencyQuery } from '#features/transparency/web/transparency-query.ts';
import { type PlainTextId, textsIn } from '#platform/shared/texts/t.ts';
import type { PageRoute } from '../page-route.ts';

type Prepare = NonNullable<PageRoute['loader']>;

/** Pages that say who runs the campus. */
const withImprint =
  (canonical: string, title: PlainTextId): Prepare =>
  async (queries, transport, _address, _origin, locale) => {
    await queries.prefetchQuery(imprintQuery(transport));
    return { head: { title: textsIn(locale)(title), canonical } };
  };

export const legalLoaders = {
  '/privacy': withImprint('/privacy', 'support.privacy.title'),
  '/terms': withImprint('/terms', 'support.terms.title'),
  '/imprint': withImprint('/imprint', 'support.imprint.title'),
  '/accessibility': withImprint('/accessibility', 'support.accessibility.title'),
  '/transparency': async (queries, transport, _address, _origin, locale) => {
    await queries.prefetchQuery(transparencyQuery(transport, null));
    const title = textsIn(locale)('transparency.page.title');
    return { head: { title, canonical: '/transparency' } };
  },
  '/report-illegal': async (_queries, _transport, _address, _origin, locale) => {
    const title = textsIn(locale)('notices.form.title');
    return { head: { title, canonical: '/report-illegal' } };
  },
  '/notice': async (_queries, _transport, _address, _origin, locale) => ({
    head: { title: textsIn(locale)('notices.confirm.title'), noIndex: true },
  }),
} satisfies Record<string, Prepare>;
export type LegalPath = keyof typeof legalLoaders;
