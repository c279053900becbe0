import { useEffect } from 'react';

/** Sets the document's title. Null leaves it to a child that loads its name. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title === 'BookSwap' ? title : `${title} · BookSwap`;
  }, [title]);
}
