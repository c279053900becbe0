import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Reportable } from './report-dialog.tsx';

const ReportDialog = lazy(() => import('./report-dialog.tsx'));

/** Opens the report dialog, whose code loads on first use; the page renders `dialog`. */
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
