/** For chunks that load after the first script. */
export { addWants } from './add-wants.ts';
export { WantedDemand } from './wanted-demand.tsx';
export { showAlertedStudents } from './show-alerted-students.ts';
