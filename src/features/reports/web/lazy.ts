/** What other screens show of reporting; none of it in the first script. */
export { default as ReportDialog, type Reportable } from './report-dialog.tsx';
export { ReportQueue } from './report-queue.tsx';
