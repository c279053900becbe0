import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { fieldId } from './listing-values.ts';

let shouldOpen = false;
const openForms = new Set<() => void>();

/** The next listing form opens its scanner at once; so does one that is open. */
export function scanInNextForm(): void {
  shouldOpen = true;
  for (const open of openForms) open();
}

export const SCAN_BUTTON_ID = 'scan-barcode';

/** The scanner of a listing form. `onIsbn`: it has read one. */
export function useScanner(onIsbn: (isbn: string) => void) {
  const [isOpen, setOpen] = useState(false);
  const [scans, setScans] = useState(0);
  useEffect(() => {
    const openIfRequested = () => {
      if (shouldOpen) setOpen(true);
      shouldOpen = false;
    };
    openIfRequested();
    openForms.add(openIfRequested);
    return () => void openForms.delete(openIfRequested);
  }, []);
  // The dialog closes synchronously: the browser returns the focus before anything else gets it.
  const close = () => flushSync(() => setOpen(false));
  return {
    isOpen,
    /** How many codes it has read. */
    scans,
    /** Repeats the lookup of the same code. */
    lookUpAgain: () => setScans((count) => count + 1),
    open: () => setOpen(true),
    dialog: {
      onScanned: (isbn: string) => {
        close();
        setScans((count) => count + 1);
        onIsbn(isbn);
      },
      onType: () => {
        close();
        document.getElementById(fieldId('isbn'))?.focus();
      },
      onClose: () => {
        close();
        // It was opened from another page.
        if (document.activeElement === document.body) document.getElementById(SCAN_BUTTON_ID)?.focus();
      },
    },
  };
}
