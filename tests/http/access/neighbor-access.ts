import type { NeighborEndpoints } from '#features/neighbors/contract.ts';
import { administrators, everybody, type AccessRow } from './roles.ts';

const host = 'westfield.example';

/** The campus is alone: there is nobody to agree with. */
const alone = { admin: 404 };

export const neighborAccess: Record<keyof NeighborEndpoints, AccessRow> = {
  'GET /api/neighbors/listings': everybody(),
  'GET /api/admin/neighbors': administrators(),
  'POST /api/admin/neighbors': administrators(() => ({ body: { host } }), alone),
  'POST /api/admin/neighbors/:host/confirm': administrators(() => ({ params: { host } }), alone),
  'DELETE /api/admin/neighbors/:host': administrators(() => ({ params: { host } }), alone),
};
