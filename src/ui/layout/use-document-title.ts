import { useEffect } from 'react';

/** Sets the title of the document. Null leaves it to a part of the page that learns its name later. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title === 'Book Swap' ? title : `${title} · Book Swap`;
  }, [title]);
}
