import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Reportable } from '#features/reports/web/lazy.ts';

const ReportDialog = lazy(() =>
  import('#features/reports/web/lazy.ts').then((parts) => ({ default: parts.ReportDialog })),
);

/** Asks what is wrong with something; the dialog comes when it is first wanted, and stands wherever the screen puts it. */
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
