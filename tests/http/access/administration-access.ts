import type { AdministrationEndpoints } from '#features/administration/contract.ts';
import type { AuditEndpoints } from '#features/audit/contract.ts';
import type { ReportEndpoints } from '#features/reports/contract.ts';
import type { SupportEndpoints } from '#features/support/contract.ts';
import { algorithms } from '../../support/server/test-world.ts';
import { administrators, signedInOnly, type AccessRow, visitors } from './roles.ts';
import type { AccessFixtures } from './fixtures.ts';

const theBook = async (scene: AccessFixtures) => ({ params: { id: await scene.book() } });
const theReport = async (scene: AccessFixtures) => ({ params: { id: await scene.report() } });
const theSupportMessage = async (scene: AccessFixtures) => ({ params: { id: await scene.supportMessage() } });
const someone = async (scene: AccessFixtures) => ({ params: { id: (await scene.newcomer('another')).id } });

/** Endpoints for admins, and those that send messages to admins. */
export const administrationAccess: Record<
  keyof (AdministrationEndpoints & AuditEndpoints & ReportEndpoints & SupportEndpoints),
  AccessRow
> = {
  'GET /api/admin/stats': administrators(),
  'GET /api/admin/activity': administrators(),
  'GET /api/admin/setup': administrators(),
  'GET /api/admin/books': administrators(),
  'GET /api/admin/books/:id/removal': administrators(theBook),
  'DELETE /api/admin/books/:id': administrators(theBook),
  'GET /api/admin/users': administrators(),
  'GET /api/admin/users/:id/removal': administrators((scene) => ({ params: { id: scene.owner.id } })),
  'DELETE /api/admin/users/:id': administrators(someone),
  'GET /api/admin/cleanup-test-data': administrators(),
  'DELETE /api/admin/cleanup-test-data': administrators(),
  'POST /api/admin/seed-textbooks': administrators(() => ({ body: { textbooks: [algorithms] } })),

  'GET /api/admin/audit': administrators(),

  'POST /api/reports': signedInOnly(
    async (scene) => ({ body: { kind: 'book', id: await scene.book(), reason: 'fake' } }),
    // The caller's own.
    { owner: 409 },
  ),
  'GET /api/admin/reports': administrators(),
  'GET /api/admin/reports/summary': administrators(),
  'GET /api/admin/reports/:id/evidence': administrators(theReport),
  'PATCH /api/admin/reports/:id': administrators(async (scene) => ({
    ...(await theReport(scene)),
    body: { status: 'dismissed' },
  })),

  'POST /api/support': visitors(() => ({
    body: { name: 'Ann', email: 'ann@northfield.edu', subject: 'Help', message: 'Where is it?' },
  })),
  'GET /api/admin/support': administrators(),
  'GET /api/admin/support/summary': administrators(),
  'POST /api/admin/support/:id/answer': administrators(async (scene) => ({
    ...(await theSupportMessage(scene)),
    body: { answer: 'Thank you.' },
  })),
  'POST /api/admin/support/:id/close': administrators(theSupportMessage),
  'POST /api/admin/support/:id/reopen': administrators(async (scene) => ({
    params: { id: await scene.closedSupportMessage() },
  })),
};
