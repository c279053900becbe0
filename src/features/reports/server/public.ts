export { mountReports } from './mount.ts';
export { clearReportHandler } from './clear-report-handler.ts';
export { exportReports } from './export-reports.ts';
export { createReport } from './create-report.ts';
