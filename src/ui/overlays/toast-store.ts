import type { IconName } from '../icons/icon-names.ts';

export type ToastOptions = {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Default: a tick, or a warning sign for a destructive toast. */
  icon?: IconName;
  action?: { label: string; onAction: () => void };
  /** The time while neither pointer nor focus is on it. */
  durationMs?: number;
};
export type ToastEntry = ToastOptions & { id: number; open: boolean };

const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5000;
export const TOAST_SWIPE_PX = 50;
/** Maximum time as a multiple, even while the pointer is on the toast: its undo soon has no effect. */
const TOAST_LONGEST_FACTOR = 4;
export const TOAST_LONGEST_MS = TOAST_LONGEST_FACTOR * TOAST_DURATION_MS;
/** A dismissed toast stays in the store this long, so that its announcement is not cut off. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

function set(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

function remove(id: number): void {
  clearTimeout(removals.get(id));
  removals.delete(id);
  set(entries.filter((entry) => entry.id !== id));
}

type ShownToast = {
  id: number;
  dismiss: () => void;
  /** Changes the toast if it is still there. */
  update: (more: Partial<ToastOptions>) => void;
};

/** Shows a toast from anywhere; it replaces the previous one. */
export function toast(options: ToastOptions): ShownToast {
  const id = ++lastId;
  const kept = [{ ...options, id, open: true }, ...entries].slice(0, TOAST_LIMIT);
  for (const entry of entries) if (!kept.some((other) => other.id === entry.id)) remove(entry.id);
  set(kept);
  setTimeout(() => dismissToast(id), TOAST_LONGEST_FACTOR * (options.durationMs ?? TOAST_DURATION_MS));
  return {
    id,
    dismiss: () => dismissToast(id),
    update: (more) => set(entries.map((entry) => (entry.id === id ? { ...entry, ...more } : entry))),
  };
}

export function dismissToast(id?: number): void {
  const closing = entries.filter((entry) => entry.open && (id === undefined || entry.id === id));
  if (!closing.length) return;
  for (const entry of closing)
    removals.set(
      entry.id,
      setTimeout(() => remove(entry.id), TOAST_REMOVE_DELAY_MS),
    );
  set(entries.map((entry) => (closing.includes(entry) ? { ...entry, open: false } : entry)));
}

export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly ToastEntry[] => entries,
};
