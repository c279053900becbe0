import { useEffect } from 'react';

/** Names the document after the page; null leaves it to the page itself, which learns its name later. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title === 'Book Swap' ? title : `${title} · Book Swap`;
  }, [title]);
}
