import { DeleteBookDialog, useAdminActions, DeleteUserDialog } from '#features/administration/web/lazy.ts';
import { ReportQueue } from '#features/reports/web/lazy.ts';

/** The reports, with the questions and deletions of the dashboard. */
export default function AdminReportsTab() {
  const { deleteBook, deleteUser } = useAdminActions();
  return (
    <ReportQueue
      question={({ target, onKeep, onDelete }) =>
        target.kind === 'book' ? (
          <DeleteBookDialog
            book={target.book}
            onKeep={onKeep}
            onDelete={() => onDelete(() => deleteBook.mutateAsync(target.book.id))}
          />
        ) : (
          <DeleteUserDialog
            user={target.user}
            onKeep={onKeep}
            onDelete={(ban) => onDelete(() => deleteUser.mutateAsync({ id: target.user.id, ban }))}
          />
        )
      }
    />
  );
}
