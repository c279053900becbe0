import { type ReactNode, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { Reportable } from './report-dialog.tsx';

const dialogPart = lazyPart(() => import('./report-dialog.tsx'));

/** Opens the report dialog, whose code loads on first use or `fetchAhead`; the page renders `dialog`. */
export function useReportDialog(): {
  report: (reportable: Reportable) => void;
  fetchAhead: () => void;
  dialog: ReactNode;
} {
  const [reportable, setReportable] = useState<Reportable | null>(null);
  return {
    report: setReportable,
    fetchAhead: dialogPart.fetchAhead,
    dialog: reportable && <dialogPart.Part reportable={reportable} onClose={() => setReportable(null)} />,
  };
}
