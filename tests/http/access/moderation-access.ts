import type { ModerationEndpoints } from '#features/moderation/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import { type AccessRow, team } from './roles.ts';

const theCase = async (scene: AccessFixtures) => ({ params: { id: await scene.case() } });

/** Open, and taken by nobody, whatever the actor before has done. */
const theFreeCase = async (scene: AccessFixtures) => {
  const found = await theCase(scene);
  await scene.cast.bystander.post('/api/reports', { kind: 'book', id: await scene.book(), reason: 'fake' });
  await scene.cast.people.admin.post(`/api/staff/cases/${found.params.id}/release`);
  return found;
};

type CaseKey = Exclude<
  Extract<keyof ModerationEndpoints, `${string} /api/staff/cases${string}`>,
  'POST /api/staff/cases/:id/measures'
>;

export const moderationAccess: Record<CaseKey, AccessRow> = {
  'GET /api/staff/cases': team(),
  'GET /api/staff/cases/summary': team(),
  'GET /api/staff/cases/:id': team(theCase),
  'GET /api/staff/cases/:id/evidence': team(theCase),
  'POST /api/staff/cases/:id/take': team(theFreeCase),
  'POST /api/staff/cases/:id/release': team(theCase),
  'POST /api/staff/cases/:id/close': team(async (scene) => ({
    ...(await theFreeCase(scene)),
    body: { note: '' },
  })),
  // It is not of a first listing.
  'POST /api/staff/cases/:id/approve': team(theCase, 400),
};
