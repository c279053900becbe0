export { recordAdminAction } from './record-admin-action.ts';
export { type AuditCount, countAuditEntries, medianOfAuditDetail } from './count-audit-entries.ts';
