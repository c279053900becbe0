import { BookQuestion, useAdminActions, UserQuestion } from '#features/administration/web/parts.ts';
import { ReportQueue } from '#features/reports/web/parts.ts';

/** What people report, with the questions and the deletions of the dashboard. */
export default function AdminReportsTab() {
  const { deleteBook, deleteUser } = useAdminActions();
  return (
    <ReportQueue
      question={({ doomed, onKeep, onDelete }) =>
        doomed.kind === 'book' ? (
          <BookQuestion
            book={doomed.book}
            onKeep={onKeep}
            onDelete={() => onDelete(() => deleteBook.mutateAsync(doomed.book.id))}
          />
        ) : (
          <UserQuestion
            user={doomed.user}
            onKeep={onKeep}
            onDelete={(bar) => onDelete(() => deleteUser.mutateAsync({ id: doomed.user.id, bar }))}
          />
        )
      }
    />
  );
}
