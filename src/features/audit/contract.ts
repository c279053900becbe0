import { z } from 'zod';
import { calls } from '#platform/shared/contract.ts';
import { pageQuery, timestamp, uuid } from '#platform/shared/text.ts';

const person = z.strictObject({
  id: uuid,
  name: z.string().nullable().describe('As the person is called now; null once they are removed'),
});

/** One line of the log. */
export const auditEntry = z.strictObject({
  id: z.int().describe('Ascending in the order of writing'),
  actor: person.nullable().describe('null: whoever has the command line of the server'),
  action: z.string(),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  person: person.nullable().describe('Whom it was about'),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  at: timestamp,
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditCalls = calls({
  'GET /api/admin/audit': {
    auth: 'admin',
    summary: 'What administrators did, the newest first',
    query: z.object(pageQuery),
    response: z.array(auditEntry),
    paged: true,
  },
});
export type AuditCalls = typeof auditCalls;
