import { toast } from '#ui/overlays/toaster.tsx';

/** Opens the system's share sheet; without one copies the link; if that is not allowed, shows it. */
export async function shareBook(book: { title: string }, url: string): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: book.title, url });
      return;
    } catch (error) {
      // The user has closed the sheet.
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
