import { imprintQuery } from '#features/support/web/imprint-query.ts';
import { readYear, transparencyQuery } from '#features/transparency/web/transparency-query.ts';
import { type PlainTextId, textsIn } from '#platform/shared/texts/t.ts';
import type { PageRoute } from '../page-route.ts';

type Prepare = NonNullable<PageRoute['loader']>;

/** Pages that say who runs the campus. */
export const createImprintLoader =
  (canonical: string, title: PlainTextId): Prepare =>
  async (queries, transport, _address, _origin, locale) => {
    await queries.prefetchQuery(imprintQuery(transport));
    return { head: { title: textsIn(locale)(title), canonical } };
  };

/** Only the title: each text of the route table is in the first script's. */
export const reportIllegalLoader: Prepare = async (_queries, _transport, { search }, _origin, locale) => ({
  head: {
    title: textsIn(locale)('notices.form.title'),
    canonical: '/report-illegal',
    noIndex: search.has('url'),
  },
});

export const confirmNoticeLoader: Prepare = async (_queries, _transport, _address, _origin, locale) => ({
  head: { title: textsIn(locale)('notices.confirm.title'), noIndex: true },
});

export const transparencyLoader: Prepare = async (queries, transport, { search }, _origin, locale) => {
  await queries.prefetchQuery(transparencyQuery(transport, readYear(search)));
  return {
    head: {
      title: textsIn(locale)('transparency.page.title'),
      canonical: '/transparency',
      noIndex: search.has('year'),
    },
  };
};
