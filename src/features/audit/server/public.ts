import type { ServerContext } from '#platform/server/server-context.ts';
import { auditEndpoints } from '../contract.ts';
import { listAuditEntries } from './list-audit-entries.ts';

export { recordAdminAction } from './record-admin-action.ts';

/** The log of what administrators did. Whoever does something writes it; here it is only read. */
export function mountAudit({ http, calls, database }: ServerContext): void {
  calls.mount(http, auditEndpoints, {
    'GET /api/admin/audit': ({ query }) => listAuditEntries(database, query),
  });
}
