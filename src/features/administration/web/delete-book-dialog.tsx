import { useQuery } from '@tanstack/react-query';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import type { AdminBook } from '../contract.ts';
import { bookRemovalQuery } from './admin-queries.ts';
import { bookDeletionText } from './deletion-text.ts';

type DeleteBookDialogProps = {
  book: Pick<AdminBook, 'id' | 'title'>;
  onKeep: () => void;
  onDelete: () => void;
};

/** The confirmation before a listing is deleted: which data is deleted with it, and which stays. */
export function DeleteBookDialog({ book, onKeep, onDelete }: DeleteBookDialogProps) {
  const removal = useQuery(bookRemovalQuery(useTransport(), book.id));
  return (
    <ConfirmDialog
      open
      onClose={onKeep}
      title="Delete this book?"
      text={bookDeletionText(book.title, removal)}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      danger
      busy={removal.isPending}
      onConfirm={onDelete}
    />
  );
}
