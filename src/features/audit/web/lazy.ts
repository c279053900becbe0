/** The parts for the administrators' dashboard; not in the first script. */
export { AuditLog } from './audit-log.tsx';
