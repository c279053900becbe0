import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { paginationQuery, isoTimestamp, uuidSchema } from '#platform/shared/text-schemas.ts';

const user = z.strictObject({
  id: uuidSchema,
  name: z.string().nullable().describe("The user's current name; null if the user is deleted"),
});

const auditEntry = z.strictObject({
  id: z.int().describe('Increases with each entry'),
  actor: user.nullable().describe('null: the command line of the server'),
  action: z.string(),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  person: user.nullable().describe('The affected user'),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  at: isoTimestamp,
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditEndpoints = defineEndpoints({
  'GET /api/admin/audit': {
    auth: 'admin',
    summary: 'Lists admin actions, newest first',
    query: z.object(paginationQuery),
    response: z.array(auditEntry),
    paged: true,
  },
});
export type AuditEndpoints = typeof auditEndpoints;
