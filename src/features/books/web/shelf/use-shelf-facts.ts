import { onlineManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Condition } from '../../rules.ts';
import { changeRow, type ShelfRow, suggestPrice } from './shelf-rows.ts';
import type { ShelfStore } from './shelf-store.ts';

/** What other features know about a book. */
export type ShelfFacts = {
  /** Null: no source knows the ISBN. Throws if none answers. */
  lookUp: (isbn: string) => Promise<Pick<ShelfRow, 'title' | 'author' | 'subject'> | null>;
  /** As it is entered; '': too few copies are known. Throws without an answer. */
  findPrice: (isbn: string, condition: Condition) => Promise<string>;
};

/** Looks up the rows that were added, and what they cost in their condition. */
export function useShelfFacts(store: ShelfStore, rows: readonly ShelfRow[], facts: ShelfFacts) {
  const underWay = useRef(new Set<string>());
  const once = useEffectEvent((key: string, work: () => Promise<void>) => {
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    void work().finally(() => underWay.current.delete(key));
  });
  const lookUp = useEffectEvent(async ({ id, isbn }: ShelfRow) => {
    const found = await facts.lookUp(isbn).catch(() => 'failed' as const);
    const changes =
      found === 'failed' || found === null
        ? { lookup: found ?? ('unknown' as const) }
        : { ...found, lookup: 'known' as const };
    store.change((now) =>
      now.map((row) => (row.id === id ? { ...row, ...changes, ...pickTyped(row) } : row)),
    );
  });
  const findPrice = useEffectEvent(async ({ id, isbn }: ShelfRow, condition: Condition) => {
    const price = await facts.findPrice(isbn, condition).catch(() => null);
    // Asked again with the next change.
    if (price === null) return;
    store.change((now) => suggestPrice(now, id, { price, for: condition }));
  });
  useEffect(() => {
    for (const row of rows) {
      const { id, condition } = row;
      if (row.lookup === 'looking') once(id, () => lookUp(row));
      if (condition !== '' && row.suggestedFor !== condition)
        once(`${id} ${condition}`, () => findPrice(row, condition));
    }
  }, [rows]);
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (isOnline) lookUpAgain(store);
      }),
    [store],
  );
}

/** What the seller has typed meanwhile stays. */
const pickTyped = ({ title, author }: ShelfRow) => ({ ...(title && { title }), ...(author && { author }) });

/** Repeats the lookups that failed, or that of one row. */
export function lookUpAgain(store: ShelfStore, id?: string): void {
  store.change((rows) => {
    const failed = rows.filter((row) => row.lookup === 'failed' && (id === undefined || row.id === id));
    return failed.reduce((all, row) => changeRow(all, row.id, { lookup: 'looking' }), rows);
  });
}
