import { DeleteBookDialog, useAdminActions, DeleteUserDialog } from '#features/administration/web/lazy.ts';
import { ReportQueue } from '#features/reports/web/lazy.ts';

/** The reports, with the questions and deletions of the dashboard. */
export default function AdminReportsTab() {
  const { deleteBook, deleteUser } = useAdminActions();
  return (
    <ReportQueue
      question={({ doomed, onKeep, onDelete }) =>
        doomed.kind === 'book' ? (
          <DeleteBookDialog
            book={doomed.book}
            onKeep={onKeep}
            onDelete={() => onDelete(() => deleteBook.mutateAsync(doomed.book.id))}
          />
        ) : (
          <DeleteUserDialog
            user={doomed.user}
            onKeep={onKeep}
            onDelete={(ban) => onDelete(() => deleteUser.mutateAsync({ id: doomed.user.id, ban }))}
          />
        )
      }
    />
  );
}
