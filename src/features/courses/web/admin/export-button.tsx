import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toast-store.ts';
import type { CourseEndpoints } from '../../contract.ts';
import { CsvButton } from './csv-button.tsx';
import { exportNote } from './export-note.ts';

/** Saves all courses as a file on the device. */
export function ExportButton() {
  const transport = useTransport();
  return (
    <CsvButton
      fileName="courses.csv"
      fetchFile={() => apiClient<CourseEndpoints>(transport).call('GET /api/admin/courses/export')}
      onSaved={(csv) => {
        const note = exportNote(csv);
        if (note !== null) toast({ title: 'Courses exported', description: note });
      }}
      errorText="The courses were not exported."
    >
      Export as CSV
    </CsvButton>
  );
}
