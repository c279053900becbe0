import { useAdminActions } from '#features/administration/web/parts.ts';
import { ReportQueue } from '#features/reports/web/parts.ts';

/** What people report, with the deletions of the dashboard. */
export default function AdminReportsTab() {
  const { deleteBook, deleteUser } = useAdminActions();
  return (
    <ReportQueue
      deletions={{
        book: (id) => deleteBook.mutateAsync(id),
        user: (id) => deleteUser.mutateAsync({ id, bar: false }),
      }}
    />
  );
}
