import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { BookFilters } from '#features/books/filters.ts';
import type { NeighborListings } from '#features/neighbors/contract.ts';
import type * as elsewhere from '#features/neighbors/web/elsewhere.tsx';
import { elsewhereKey, elsewhereQuery } from '#features/neighbors/web/neighbor-queries.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

let loaded: typeof elsewhere | null = null;

/** Fetches the code, which is no part of the first script. The server does so before it renders. */
export async function loadElsewhere(): Promise<typeof elsewhere> {
  loaded = await import('#features/neighbors/web/elsewhere.tsx');
  return loaded;
}

const Later = lazy(() => loadElsewhere().then((module) => ({ default: module.Elsewhere })));

/** What other campuses have for these filters. A campus that is alone asks no more once it knows. */
export function ListingsElsewhere({ filters }: { filters: BookFilters }) {
  const queries = useQueryClient();
  const known = queries.getQueriesData<NeighborListings>({ queryKey: elsewhereKey });
  const { data } = useQuery({
    ...elsewhereQuery(useTransport(), filters),
    enabled: !known.some(([, listings]) => listings?.isAlone === true),
  });
  if (data === undefined || data.neighbors.length === 0) return null;
  const Part = loaded?.Elsewhere ?? Later;
  return (
    <Suspense>
      <Part neighbors={data.neighbors} />
    </Suspense>
  );
}
