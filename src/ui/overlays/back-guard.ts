/**
 * For browsers without the Navigation API: while a dialog is open, a further entry of the same page is on top of
 * the history, which Back removes instead of the page. It stays when the dialog closes otherwise, because going back
 * takes time and would meet what is opened next; the next dialog uses it again, and a Back without a dialog goes on
 * to the page before.
 */
type EntryState = { depth?: number; isGuard?: true } | null;

const closers = new Map<HTMLDialogElement, () => (() => void) | null>();

/** The depth of the guard that is the current entry; null if another entry is. */
let guardDepth: number | null = null;
let isInstalled = false;

const entryState = () => history.state as EntryState;

function noteEntry(): void {
  guardDepth = entryState()?.isGuard ? (entryState()?.depth ?? 0) : null;
}

/** The topmost dialog, if this module guards it. */
function topDialog(): HTMLDialogElement | undefined {
  const top = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  return top !== undefined && closers.has(top) ? top : undefined;
}

function onPop(event: PopStateEvent): void {
  const left = guardDepth;
  noteEntry();
  const isBelowGuard = left !== null && guardDepth === null && (entryState()?.depth ?? 0) === left;
  if (!isBelowGuard) return;
  // It is the same page: nothing else needs to know.
  event.stopImmediatePropagation();
  const top = topDialog();
  const close = top && closers.get(top)?.();
  if (!close) return history.back();
  close();
  if (closers.size > 1) pushGuard();
}

function pushGuard(): void {
  // Not with the router's `pushState`: the page stays the same.
  History.prototype.pushState.call(history, { ...entryState(), isGuard: true }, '');
  noteEntry();
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  noteEntry();
  addEventListener('popstate', onPop, { capture: true });
  // Events of the router.
  addEventListener('pushState', noteEntry);
  addEventListener('replaceState', noteEntry);
}

/** Back calls what `getClose` returns for the topmost dialog; null leaves the page. Returns a function to end it. */
export function guardFromBack(dialog: HTMLDialogElement, getClose: () => (() => void) | null): () => void {
  install();
  closers.set(dialog, getClose);
  if (guardDepth === null) pushGuard();
  return () => closers.delete(dialog);
}
