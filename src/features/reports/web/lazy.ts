/** Parts of reporting for other screens; none of them is in the first script. */
export { ReportQueue } from './report-queue.tsx';
