import { useEffect, type ReactNode } from 'react';
import { toastStore } from '#ui/overlays/toast-store.ts';
import { toast } from '#ui/overlays/toaster.tsx';

const TOAST_KEY = 'bookswap:toast';

/** Replaces a page that the policy of this document does not allow: loads the URL as a new document. */
export function FullPageLoad({ meanwhile }: { meanwhile: () => ReactNode }) {
  useEffect(reloadDocument, []);
  return meanwhile();
}

/**
 * Loads the URL as a new document that shows the current toast again. Returns a function that cancels the
 * latter.
 */
export function reloadDocument(): () => void {
  addEventListener('pagehide', storeToast, { once: true });
  location.reload();
  return () => removeEventListener('pagehide', storeToast);
}

/** Stores the open toast for the next document, without its action. */
function storeToast(): void {
  const openToast = toastStore.read().find(({ open }) => open);
  if (openToast === undefined) return;
  const { title, description, variant, icon } = openToast;
  try {
    sessionStorage.setItem(TOAST_KEY, JSON.stringify({ title, description, variant, icon }));
  } catch {
    // Only the toast is lost if there is no storage.
  }
}

/** Shows the toast that the previous document has stored. */
export function showStoredToast(): void {
  try {
    const carried = sessionStorage.getItem(TOAST_KEY);
    sessionStorage.removeItem(TOAST_KEY);
    if (carried !== null) toast(JSON.parse(carried) as Parameters<typeof toast>[0]);
  } catch {
    // There is no storage.
  }
}
