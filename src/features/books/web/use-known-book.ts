import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import { isMissing } from '#platform/shared/is-missing.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { OwnBook } from '../contract.ts';
import { absentBook, bookQuery, ownBookQuery } from './book-queries.ts';

type KnownBook = {
  /** What the page waits for. */
  query: UseQueryResult<OwnBook | typeof absentBook>;
  book: OwnBook | undefined;
  /** Nobody has such a listing, or only another user. */
  isAbsent: boolean;
};

/**
 * A listing that everybody sees, or the user's own one, which only they see while it is hidden. `placeholder`: what is
 * shown until it is known.
 */
export function useKnownBook(id: string, placeholder?: () => OwnBook | undefined): KnownBook {
  const transport = useTransport();
  const session = useSession();
  const shown = useQuery({ ...bookQuery(transport, id), placeholderData: placeholder });
  const isGone = shown.data === absentBook || isMissing(shown.error);
  const own = useQuery({ ...ownBookQuery(transport, id), enabled: isGone && session.status === 'signed-in' });
  if (!isGone) return { query: shown, book: shown.data ?? undefined, isAbsent: false };
  if (session.status !== 'signed-in') return { query: shown, book: undefined, isAbsent: true };
  return { query: own, book: own.data, isAbsent: isMissing(own.error) };
}
