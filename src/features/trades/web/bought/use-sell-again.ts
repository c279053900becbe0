import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { DEFAULT_SUBJECT } from '#features/books/rules.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { boughtBookQuery } from '../trade-queries.ts';

type Prefill = Record<'title' | 'author' | 'isbn' | 'subject', string>;

/**
 * What the address of the form names: a bought book that is sold again. Its condition and price are left
 * open. Once the form is filled in, the address forgets it, so that a reload shows the draft.
 */
export function useSellAgain(): { prefill: Prefill | null; onPrefilled: () => void } {
  const id = new URLSearchParams(useSearch()).get('again');
  const [, navigate] = useLocation();
  const { myId } = useKnownUser();
  const { data } = useQuery({
    ...boughtBookQuery(useTransport(), id ?? ''),
    enabled: id !== null && myId !== null,
  });
  const prefill = useMemo(() => {
    if (data === undefined || id === null) return null;
    const { title, author, isbn, subject } = data;
    return { title, author, isbn: isbn ?? '', subject: subject === DEFAULT_SUBJECT ? '' : (subject ?? '') };
  }, [data, id]);
  return { prefill, onPrefilled: () => navigate('/add-listing', { replace: true }) };
}
