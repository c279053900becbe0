import { toast } from '#ui/overlays/toaster.tsx';

/** The system's share sheet; where there is none, the link is copied; where that is not allowed, it is shown. */
export async function shareBook(book: { title: string }, url: string): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: book.title, url });
      return;
    } catch (error) {
      // The person closed the sheet: nothing to fall back to.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copyBookLink(url);
}

export async function copyBookLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied!', description: 'Book link has been copied to your clipboard.' });
  } catch {
    toast({ title: 'Share link', description: url });
  }
}
