import type { ModerationEndpoints } from '#features/moderation/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type AccessRow, team } from './roles.ts';

const theCase = async (scene: AccessFixtures) => ({ params: { id: await scene.case() } });

type CaseKey = Exclude<
  Extract<keyof ModerationEndpoints, `${string} /api/staff/cases${string}`>,
  'POST /api/staff/cases/:id/measures'
>;

export const moderationAccess: Record<CaseKey, AccessRow> = {
  'GET /api/staff/cases': team(),
  'GET /api/staff/cases/summary': team(),
  'GET /api/staff/cases/:id': team(theCase),
  'GET /api/staff/cases/:id/evidence': team(theCase),
  // The moderator is the first.
  'POST /api/staff/cases/:id/take': { ...team(theCase), cells: { ...team().cells, admin: 409 } },
  'POST /api/staff/cases/:id/release': team(theCase),
  'POST /api/staff/cases/:id/close': {
    ask: async (scene) => ({ ...(await theCase(scene)), body: { note: '' } }),
    cells: { ...team().cells, admin: 409 },
  },
  // It is not of a first listing.
  'POST /api/staff/cases/:id/approve': team(theCase, 400),
};
