/** For chunks that load after the first script. */
export { availabilityText } from './course-texts.ts';
export { CsvButton } from './admin/csv-button.tsx';
