import type { ModerationEndpoints } from '#features/moderation/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import type { Role } from './role-names.ts';
import { createReview } from './review-access.ts';
import { type AccessRow, team } from './roles.ts';

const theCase = async (scene: AccessFixtures) => ({ params: { id: await scene.case() } });

/** The moderator and the admin move one each. */
const aCase = async (scene: AccessFixtures, actor: Role) => ({
  params: { id: await (actor === 'moderator' ? scene.newCase() : scene.case()) },
});

type CaseKey =
  | Exclude<
      Extract<keyof ModerationEndpoints, `${string} /api/staff/cases${string}`>,
      'POST /api/staff/cases/:id/measures'
    >
  | 'DELETE /api/admin/reviews/:id';

export const moderationAccess: Record<CaseKey, AccessRow> = {
  'GET /api/staff/cases': team(),
  'GET /api/staff/cases/summary': team(),
  'GET /api/staff/cases/:id': team(theCase),
  'GET /api/staff/cases/:id/evidence': team(theCase),
  'POST /api/staff/cases/:id/take': team(aCase),
  'POST /api/staff/cases/:id/release': team(theCase),
  'POST /api/staff/cases/:id/close': team(async (scene, actor) => ({
    ...(await aCase(scene, actor)),
    body: { note: '' },
  })),
  // It is not of a first listing.
  'POST /api/staff/cases/:id/approve': team(theCase, 400),
  // Each of the team removes another one.
  'DELETE /api/admin/reviews/:id': team(async (scene) => ({
    params: { id: await createReview(scene) },
    query: { reason: 'spam' },
  })),
};
