import type { QueryClient } from '@tanstack/react-query';
import type { Condition } from '#features/books/rules.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { formatMoneyInput } from '#platform/shared/money.ts';
import { priceGuidanceQuery } from './price-queries.ts';

type Compared = { isbn: string; condition: Condition };

/** What the middle of similar copies costs, as it is entered; '': too few are known. Throws without an answer. */
export async function findMedian(
  queries: QueryClient,
  transport: Transport,
  compared: Compared,
): Promise<string> {
  const band = await queries.fetchQuery(priceGuidanceQuery(transport, compared));
  return band === null ? '' : formatMoneyInput(band.median);
}
