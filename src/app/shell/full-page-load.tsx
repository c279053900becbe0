import { useEffect, type ReactNode } from 'react';
import { toastStore } from '#ui/overlays/toast-store.ts';
import { toast } from '#ui/overlays/toaster.tsx';

const toastKey = 'bookswap:toast';

/** In the place of a page that this document may not show: fetches the address as a document of its own. */
export function FullPageLoad({ meanwhile }: { meanwhile: () => ReactNode }) {
  useEffect(reloadDocument, []);
  return meanwhile();
}

/** Fetches the address as a document of its own. Gives what takes the toast's passage back, for when that did not happen. */
export function reloadDocument(): () => void {
  addEventListener('pagehide', storeToast, { once: true });
  location.reload();
  return () => removeEventListener('pagehide', storeToast);
}

/** What was just said is said in the next document too. An action cannot come along. */
function storeToast(): void {
  const standing = toastStore.read().find(({ open }) => open);
  if (standing === undefined) return;
  const { title, description, variant, icon } = standing;
  try {
    sessionStorage.setItem(toastKey, JSON.stringify({ title, description, variant, icon }));
  } catch {
    // A browser that keeps nothing loses the toast, no more.
  }
}

/** Shows what the document before had just said. */
export function showStoredToast(): void {
  try {
    const carried = sessionStorage.getItem(toastKey);
    sessionStorage.removeItem(toastKey);
    if (carried !== null) toast(JSON.parse(carried) as Parameters<typeof toast>[0]);
  } catch {
    // Nothing could be kept.
  }
}
