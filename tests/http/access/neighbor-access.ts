import type { NeighborEndpoints } from '#features/neighbors/contract.ts';
import { team, everybody, type AccessRow } from './roles.ts';

const host = 'westfield.example';

/** The campus is alone: there is nobody to agree with. */
const alone = 404;

export const neighborAccess: Record<keyof NeighborEndpoints, AccessRow> = {
  'GET /api/neighbors/listings': everybody(),
  'GET /api/admin/neighbors': team(),
  'POST /api/admin/neighbors': team(() => ({ body: { host } }), alone),
  'POST /api/admin/neighbors/:host/confirm': team(() => ({ params: { host } }), alone),
  'DELETE /api/admin/neighbors/:host': team(() => ({ params: { host } }), alone),
};
