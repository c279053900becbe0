import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  forgetShared,
  KEPT,
  LOST,
  readShared,
  removeSharedPhoto,
  SHARED_PARAM,
  type SharedPhoto,
  type ShareRefusal,
} from '#platform/shared/share-target.ts';
import { type PlainTextId, t, textId } from '#platform/shared/texts/t.ts';
import { findIsbn } from '../../isbn.ts';
import { bookLimits } from '../../rules.ts';

/** What came from the phone's share sheet. */
export type SharedContent = {
  isbn: string | null;
  photos: readonly SharedPhoto[];
  /** What did not arrive, for its sender. */
  problem: string | null;
};

const refusalTexts: Record<Exclude<ShareRefusal, 'too-many'>, PlainTextId> = {
  'not-photo': textId('books.shared.not-photo'),
  'too-large': textId('books.shared.too-large'),
  'no-space': textId('books.shared.no-space'),
};

const wordRefusal = (refusal: ShareRefusal): string =>
  refusal === 'too-many' ? t('books.shared.too-many', { max: bookLimits.images }) : t(refusalTexts[refusal]);

/** Reads what the address says was shared; null: nothing. */
async function readContent(param: string): Promise<SharedContent | null> {
  if (param === LOST) return { isbn: null, photos: [], problem: t('books.shared.photo-lost') };
  const kept = param === KEPT ? await readShared() : { text: param, photos: [], refusals: [] };
  if (kept === null) return null;
  const isbn = findIsbn(kept.text);
  const isNothing = isbn === null && kept.photos.length === 0 && kept.refusals.length === 0;
  const problems = isNothing ? [t('books.shared.no-isbn')] : kept.refusals.map(wordRefusal);
  return { isbn, photos: kept.photos, problem: problems.join(' ') || null };
}

/**
 * Calls back with what was shared into the form. Photos stay on the device until `onArrived` has named each; then the
 * address forgets them.
 */
export function useSharedContent(onContent: (content: SharedContent) => void) {
  const param = new URLSearchParams(useSearch()).get(SHARED_PARAM);
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string | null>(null);
  const coming = useRef(new Set<number>());
  const tell = useRef(onContent);
  useEffect(() => {
    tell.current = onContent;
  });
  const finish = async () => {
    await forgetShared();
    navigate('/add-listing', { replace: true });
  };
  const end = useRef(finish);
  useEffect(() => {
    end.current = finish;
  });
  useEffect(() => {
    if (param === null) return;
    let isWanted = true;
    const read = async () => {
      const content = await readContent(param);
      if (!isWanted) return;
      coming.current = new Set(content?.photos.map(({ at }) => at));
      if (content !== null) {
        setProblem(content.problem);
        tell.current(content);
      }
      if (coming.current.size === 0) await end.current();
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [param]);
  return {
    problem,
    onArrived: (at: number): void => {
      if (!coming.current.delete(at)) return;
      void removeSharedPhoto(at);
      if (coming.current.size === 0) void end.current();
    },
  };
}
