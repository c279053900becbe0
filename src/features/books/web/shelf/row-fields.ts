import type { ShelfRow } from './shelf-rows.ts';
import type { ShelfStore } from './shelf-store.ts';

export type RowProps = {
  row: ShelfRow;
  store: ShelfStore;
  /** It is being posted: what is entered now would be lost. */
  isLocked: boolean;
};

type RowField = 'title' | 'author' | 'price' | 'condition' | 'images';
const named: ReadonlySet<string> = new Set<RowField>(['title', 'author', 'price', 'condition', 'images']);
const isNamed = (field: string): field is RowField => named.has(field);

/** The id of a field of a row. */
export const rowFieldId = (id: string, field: RowField): string => `shelf-${field}-${id}`;
/** The id of the reason that a row was not posted. */
export const rowProblemId = (id: string): string => `shelf-problem-${id}`;

/** Moves the focus to what is to be changed in a row. */
export function focusRow({ id, problem }: Pick<ShelfRow, 'id' | 'problem'>): void {
  const field = problem?.fields.find(isNamed) ?? 'price';
  const element =
    document.getElementById(rowFieldId(id, field)) ?? document.getElementById(rowFieldId(id, 'price'));
  element?.focus();
  element?.closest('li')?.scrollIntoView({ block: 'center' });
}

/** What makes a field a reason of a failure. */
export const wrongField = ({ id, problem }: ShelfRow, field: RowField) =>
  problem?.fields.includes(field)
    ? ({ 'aria-invalid': true, 'aria-describedby': rowProblemId(id) } as const)
    : {};
