export { mountAudit } from './mount.ts';
export { recordAdminAction } from './record-admin-action.ts';
