/** The parts of reporting for other screens; not in the first script. */
export { ReportQueue } from './report-queue.tsx';
