import { type PlainTextId, t, textId } from '#platform/shared/texts/t.ts';
import { toast } from '#ui/overlays/toaster.tsx';

/** What the link leads to. */
type LinkNoun = 'Book' | 'Course' | 'Profile';

const COPIED: Record<LinkNoun, PlainTextId> = {
  Book: textId('books.share.book-copied'),
  Course: textId('books.share.course-copied'),
  Profile: textId('books.share.profile-copied'),
};

/** Opens the system's share sheet; without one copies the link; if that is not allowed, shows it. */
export async function shareBook(
  book: { title: string },
  url: string,
  noun: LinkNoun = 'Book',
): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: book.title, url });
      return;
    } catch (error) {
      // The user has closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copyBookLink(url, noun);
}

export async function copyBookLink(url: string, noun: LinkNoun = 'Book'): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: t('books.share.copied'), description: t(COPIED[noun]) });
  } catch {
    toast({ title: t('books.share.link'), description: url });
  }
}
