import { useEffect, useRef, useState } from 'react';

export type Note = 'otherCode' | 'noCodeInPhoto';

/** How long 'another code' is shown after the last picture of it. */
const OTHER_CODE_MS = 3_000;

export function useNote() {
  const [note, setNote] = useState<Note | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: Note | null) => {
    clearTimeout(timer.current);
    setNote(next);
    if (next === 'otherCode') timer.current = setTimeout(() => setNote(null), OTHER_CODE_MS);
  };
  return [note, show] as const;
}
