import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Reportable } from './report-dialog.tsx';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

/** Opens the dialog of a report, whose code is fetched on first use; the page places `dialog`. */
export function useReportDialog(): { report: (reportable: Reportable) => void; dialog: ReactNode } {
  const [reportable, setReportable] = useState<Reportable | null>(null);
  return {
    report: setReportable,
    dialog: reportable && (
      <Suspense fallback={null}>
        <ReportDialog reportable={reportable} onClose={() => setReportable(null)} />
      </Suspense>
    ),
  };
}
