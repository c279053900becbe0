import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { toIsbn13 } from '#features/books/isbn.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { Edition } from '../contract.ts';
import { editionQuery, ownListingQuery } from './edition-queries.ts';
import { fillFromEdition, pickUntouched, undoFill, type FilledFields } from './fill-from-edition.ts';

export type IsbnLookupOptions = {
  isbn: string;
  scans: number;
  values: FilledFields;
  onFill: (part: Partial<FilledFields>) => void;
  onFilled: () => void;
};

/** The digits of an ISBN-10 that may be the first ones of an ISBN-13. */
const MAYBE_UNFINISHED = /^97[89]\d{7}$/;
const TYPING_PAUSE_MS = 1_500;

/** `part`: what this lookup and those before it filled in, and nothing else replaced. */
type Fill = { isbn: string; part: Partial<FilledFields> };

/** Looks up an ISBN that is entered, and fills in what is empty. That of a draft was looked up before. */
export function useIsbnLookup({ isbn, scans, values, onFill, onFilled }: IsbnLookupOptions) {
  const transport = useTransport();
  const queries = useQueryClient();
  const { myId } = useKnownUser();
  const isbn13 = useTypedIsbn(isbn);
  const [drafted, setDrafted] = useState(isbn13);
  if (drafted !== null && (drafted !== isbn13 || scans > 0)) setDrafted(null);
  const entered = drafted === null ? isbn13 : null;
  const own = useQuery({
    ...ownListingQuery(transport, myId ?? '', entered ?? ''),
    enabled: entered !== null && myId !== null,
  });

  const [unknownIsbn, setUnknownIsbn] = useState<string | null>(null);
  const { fill, setFill, outdated, setOutdated, undo } = useFill(isbn13, values, onFill);
  const apply = useEffectEvent((wanted: string, facts: Edition | null) => {
    setUnknownIsbn(facts === null ? wanted : null);
    if (facts === null) return;
    // Cached facts come before the form is drawn without what is outdated.
    const current = { ...values, ...undoFill(values, outdated) };
    const held = pickUntouched(current, fill?.part ?? {});
    const part = fillFromEdition(current, held, facts);
    setOutdated({});
    const filled = { ...held, ...part };
    if (Object.keys(filled).length === 0) return;
    onFill(part);
    setFill({ isbn: wanted, part: filled });
    onFilled();
  });
  const { attempt, setFailedIsbn } = useRetries(entered);
  useEffect(() => {
    if (entered === null) return;
    let isWanted = true;
    const lookUp = async () => {
      const facts = await queries.fetchQuery(editionQuery(transport, entered));
      if (!isWanted) return;
      setFailedIsbn(null);
      apply(entered, facts);
    };
    lookUp().catch(() => {
      if (isWanted) setFailedIsbn(entered);
    });
    return () => {
      isWanted = false;
    };
  }, [entered, scans, attempt, queries, transport, setFailedIsbn]);

  return {
    ownListingId: own.data ?? null,
    isUnknown: entered !== null && unknownIsbn === entered,
    isFilled: entered !== null && fill?.isbn === entered,
    undo,
  };
}

/** As 13 digits; null if it is none, or while it may be typed further. */
function useTypedIsbn(isbn: string): string | null {
  const [finished, setFinished] = useState(isbn);
  const isUnfinished = isbn !== finished && MAYBE_UNFINISHED.test(isbn.replace(/\D/g, ''));
  useEffect(() => {
    if (!isUnfinished) return;
    const timer = setTimeout(() => setFinished(isbn), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isUnfinished, isbn]);
  return isUnfinished ? null : toIsbn13(isbn);
}

/** What lookups filled in. It is emptied once the ISBN is another one. */
function useFill(isbn13: string | null, values: FilledFields, onFill: (part: Partial<FilledFields>) => void) {
  const [fill, setFill] = useState<Fill | null>(null);
  const [outdated, setOutdated] = useState<Partial<FilledFields>>({});
  if (fill !== null && fill.isbn !== isbn13) {
    setFill(null);
    setOutdated(fill.part);
  }
  const emptyOutdated = useEffectEvent(() => onFill(undoFill(values, outdated)));
  useEffect(() => {
    if (Object.keys(outdated).length > 0) emptyOutdated();
  }, [outdated]);
  const undo = () => {
    if (fill === null) return;
    onFill(undoFill(values, fill.part));
    setFill(null);
  };
  return { fill, setFill, outdated, setOutdated, undo };
}

/** The lookup that failed. It is tried again when the connection returns. */
function useRetries(entered: string | null) {
  const [failedIsbn, setFailedIsbn] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const onOnline = useEffectEvent(() => {
    if (failedIsbn !== null && failedIsbn === entered) setAttempt((count) => count + 1);
  });
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (isOnline) onOnline();
      }),
    [],
  );
  return { attempt, setFailedIsbn };
}
