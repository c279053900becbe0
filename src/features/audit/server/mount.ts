import type { ServerContext } from '#platform/server/server-context.ts';
import { auditEndpoints } from '../contract.ts';
import { listAuditEntries } from './list-audit-entries.ts';

/** Mounts the reading of the audit log. The actions write it by `recordAdminAction`. */
export function mountAudit({ endpoints, database }: ServerContext): void {
  endpoints.mount(auditEndpoints, {
    'GET /api/admin/audit': ({ query }) => listAuditEntries(database, query),
  });
}
