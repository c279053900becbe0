export { recordAdminAction } from './record-admin-action.ts';
export { type AuditCount, countAuditDetail, countAuditEntries } from './count-audit-entries.ts';
