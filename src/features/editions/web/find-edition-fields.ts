import type { QueryClient } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { editionQuery } from './edition-queries.ts';
import { fillFromEdition, type FilledFields } from './fill-from-edition.ts';

const empty: FilledFields = { title: '', author: '', subject: '' };

/** The fields of a listing that an ISBN of 13 digits fills in; null: no source knows it. Throws if none answers. */
export async function findEditionFields(
  queries: QueryClient,
  transport: Transport,
  isbn: string,
): Promise<FilledFields | null> {
  const facts = await queries.fetchQuery(editionQuery(transport, isbn));
  return facts === null ? null : { ...empty, ...fillFromEdition(empty, {}, facts) };
}
