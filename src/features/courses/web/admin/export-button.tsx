import { useState } from 'react';
import { saveFile } from '#platform/web/save-file.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toast-store.ts';
import { courseApi } from '../course-api.ts';
import { exportNote } from './export-note.ts';

/** Saves all courses as a file on the device. */
export function ExportButton() {
  const transport = useTransport();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { csv } = await courseApi(transport).call('GET /api/admin/courses/export');
      // With a BOM, or spreadsheets take it for another encoding.
      saveFile('courses.csv', new Blob(['\uFEFF', csv], { type: 'text/csv' }));
      const note = exportNote(csv);
      if (note !== null) toast({ title: 'Courses exported', description: note });
    } catch {
      showErrorToast('The courses were not exported.', 'Error');
    }
    setBusy(false);
  };
  return (
    <Button variant="text" size="slim" icon="download" busy={isBusy} onClick={() => void save()}>
      Export as CSV
    </Button>
  );
}
