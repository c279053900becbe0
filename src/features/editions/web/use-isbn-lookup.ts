import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { toIsbn13 } from '#features/books/rules.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { Edition } from '../contract.ts';
import { editionQuery, ownListingQuery } from './edition-queries.ts';
import { fillFromEdition, pickUntouched, undoFill, type FilledFields } from './fill-from-edition.ts';

export type IsbnLookupOptions = {
  /** As typed or scanned. */
  isbn: string;
  /** How often it was scanned. */
  scans: number;
  values: FilledFields;
  onFill: (part: Partial<FilledFields>) => void;
  /** Fields were filled in. */
  onFilled: () => void;
};

/** `part`: what this lookup and those before it filled in, and nothing else replaced. */
type Fill = { isbn: string; part: Partial<FilledFields> };

/**
 * Looks up an ISBN that is entered, and fills in what is empty. The ISBN of a draft was looked up before, and
 * is again once it is scanned.
 */
export function useIsbnLookup({ isbn, scans, values, onFill, onFilled }: IsbnLookupOptions) {
  const transport = useTransport();
  const queries = useQueryClient();
  const { myId } = useKnownUser();
  const isbn13 = toIsbn13(isbn);
  const [drafted, setDrafted] = useState(isbn13);
  if (drafted !== null && (drafted !== isbn13 || scans > 0)) setDrafted(null);
  const entered = drafted === null ? isbn13 : null;
  const own = useQuery({
    ...ownListingQuery(transport, myId ?? '', entered ?? ''),
    enabled: entered !== null && myId !== null,
  });

  const [fill, setFill] = useState<Fill | null>(null);
  const [unknownIsbn, setUnknownIsbn] = useState<string | null>(null);
  const undo = () => {
    if (fill === null) return;
    onFill(undoFill(values, fill.part));
    setFill(null);
  };
  const apply = useEffectEvent((wanted: string, facts: Edition | null) => {
    setUnknownIsbn(facts === null ? wanted : null);
    // The facts of the ISBN before must not stand beside an unknown one.
    if (facts === null) return undo();
    const held = pickUntouched(values, fill?.part ?? {});
    const part = fillFromEdition(values, held, facts);
    const filled = { ...held, ...part };
    if (Object.keys(filled).length === 0) return;
    onFill(part);
    setFill({ isbn: wanted, part: filled });
    onFilled();
  });
  useEffect(() => {
    if (entered === null) return;
    let isWanted = true;
    const lookUp = async () => {
      const facts = await queries.fetchQuery(editionQuery(transport, entered));
      if (isWanted) apply(entered, facts);
    };
    // Without a response the form is filled in by hand.
    lookUp().catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [entered, scans, queries, transport]);

  return {
    ownListingId: own.data ?? null,
    isUnknown: entered !== null && unknownIsbn === entered,
    isFilled: entered !== null && fill?.isbn === entered,
    undo,
  };
}
