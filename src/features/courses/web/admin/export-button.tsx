import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toast-store.ts';
import type { CourseEndpoints } from '../../contract.ts';
import { CsvButton } from './csv-button.tsx';
import { MAX_IMPORT_ROWS } from '../../rules.ts';

export function ExportButton() {
  const transport = useTransport();
  return (
    <CsvButton
      fileName="courses.csv"
      fetchFile={() => apiClient<CourseEndpoints>(transport).call('GET /api/admin/courses/export')}
      onSaved={(csv) => {
        const note = exportNote(csv);
        if (note !== null) toast({ title: t('courses.export.title'), description: note });
      }}
      errorText={t('courses.export.failed')}
    >
      {t('courses.export.action')}
    </CsvButton>
  );
}

/** What to say about an exported file that is longer than an import takes; null: it can be imported. */
export function exportNote(csv: string): string | null {
  // The header and the empty text behind the last line end do not count.
  const rows = csv.split('\r\n').length - 2;
  if (rows <= MAX_IMPORT_ROWS) return null;
  return t('courses.export.note', { rows, max: MAX_IMPORT_ROWS });
}
