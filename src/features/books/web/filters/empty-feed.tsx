import { lazy, Suspense, type ReactNode } from 'react';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Book } from '../../contract.ts';
import type { NoBooksFoundProps } from './no-books-found.tsx';

type NoBooksFound = (props: NoBooksFoundProps) => ReactNode;

let loaded: NoBooksFound | null = null;

/** Fetches the code of an empty list, which is no part of the first script; the server before it renders. */
export async function loadEmptyFeed(): Promise<NoBooksFound> {
  loaded = (await import('./no-books-found.tsx')).NoBooksFound;
  return loaded;
}

const Later = lazy(async () => ({ default: await loadEmptyFeed() }));

export function EmptyFeed(props: NoBooksFoundProps) {
  const Found = loaded ?? Later;
  return (
    <Suspense>
      <Found {...props} />
    </Suspense>
  );
}

export const isEmptyList = ([first]: readonly Page<Book>[]): boolean =>
  first?.items.length === 0 && first.next === null;
