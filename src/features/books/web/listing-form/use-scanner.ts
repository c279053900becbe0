import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

let isWanted = false;
const openForms = new Set<() => void>();

/** The next listing form opens its scanner at once; so does one that is open. */
export function scanInNextForm(): void {
  isWanted = true;
  for (const open of openForms) open();
}

/** The scanner of a listing form. */
export function useScanner() {
  const [isOpen, setOpen] = useState(false);
  const [scans, setScans] = useState(0);
  useEffect(() => {
    const openIfWanted = () => {
      if (isWanted) setOpen(true);
      isWanted = false;
    };
    openIfWanted();
    openForms.add(openIfWanted);
    return () => void openForms.delete(openIfWanted);
  }, []);
  // At once: the browser gives the focus back before anything else gets it.
  const close = () => flushSync(() => setOpen(false));
  return {
    isOpen,
    /** How many codes it has read. */
    scans,
    open: () => setOpen(true),
    close,
    finish: () => {
      close();
      setScans((count) => count + 1);
    },
  };
}
