import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { toIsbn13 } from '#features/books/rules.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { Edition } from '../contract.ts';
import { editionQuery, ownListingQuery } from './edition-queries.ts';
import { fillFromEdition, undoFill, type FilledFields } from './fill-from-edition.ts';

export type IsbnLookupOptions = {
  /** As typed. */
  isbn: string;
  values: FilledFields;
  onFill: (part: Partial<FilledFields>) => void;
  /** Fields were filled in. */
  onFilled: () => void;
};

type Fill = { isbn: string; part: Partial<FilledFields> };

/** Looks up an ISBN that is entered, and fills in what is empty. The ISBN of a draft was looked up before. */
export function useIsbnLookup({ isbn, values, onFill, onFilled }: IsbnLookupOptions) {
  const transport = useTransport();
  const { myId } = useKnownUser();
  const isbn13 = toIsbn13(isbn);
  const [drafted, setDrafted] = useState(isbn13);
  if (drafted !== null && drafted !== isbn13) setDrafted(null);
  const entered = drafted === null ? isbn13 : null;
  const edition = useQuery({ ...editionQuery(transport, entered ?? ''), enabled: entered !== null });
  const own = useQuery({
    ...ownListingQuery(transport, myId ?? '', entered ?? ''),
    enabled: entered !== null && myId !== null,
  });

  const [fill, setFill] = useState<Fill | null>(null);
  const apply = useEffectEvent((facts: Edition) => {
    const part = fillFromEdition(values, fill?.part ?? {}, facts);
    if (Object.keys(part).length === 0) return;
    onFill(part);
    setFill({ isbn: facts.isbn, part });
    onFilled();
  });
  const undo = () => {
    if (fill === null) return;
    onFill(undoFill(values, fill.part));
    setFill(null);
  };
  // The facts of the ISBN before must not stand beside an unknown one.
  const clear = useEffectEvent(undo);
  useEffect(() => {
    if (edition.data) apply(edition.data);
    else if (edition.data === null) clear();
  }, [edition.data, entered]);

  return {
    ownListingId: own.data ?? null,
    isUnknown: entered !== null && edition.data === null,
    isFilled: entered !== null && fill?.isbn === entered,
    undo,
  };
}
