/** For chunks that load after the first script. */
export { addWant } from './use-want.ts';
export { WantedDemand } from './wanted-demand.tsx';
export { showAlertedStudents } from './show-alerted-students.ts';
