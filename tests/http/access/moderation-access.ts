import type { ModerationEndpoints } from '#features/moderation/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type AccessRow, administrators } from './roles.ts';

const theCase = async (scene: AccessFixtures) => ({ params: { id: await scene.case() } });

type CaseKey = Exclude<
  Extract<keyof ModerationEndpoints, `${string} /api/staff/cases${string}`>,
  'POST /api/staff/cases/:id/measures'
>;

export const moderationAccess: Record<CaseKey, AccessRow> = {
  'GET /api/staff/cases': administrators(),
  'GET /api/staff/cases/summary': administrators(),
  'GET /api/staff/cases/:id': administrators(theCase),
  'GET /api/staff/cases/:id/evidence': administrators(theCase),
  'POST /api/staff/cases/:id/take': administrators(theCase),
  'POST /api/staff/cases/:id/release': administrators(theCase),
  'POST /api/staff/cases/:id/close': administrators(async (scene) => ({
    ...(await theCase(scene)),
    body: { note: '' },
  })),
  // It is not of a first listing.
  'POST /api/staff/cases/:id/approve': administrators(theCase, { admin: 400 }),
};
