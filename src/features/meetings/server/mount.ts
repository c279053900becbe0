import type { ServerContext } from '#platform/server/server-context.ts';
import { meetingEndpoints } from '../contract.ts';
import { addPlace, deletePlace, editPlace, orderPlaces } from './places/change-places.ts';
import { listPlaces } from './places/list-places.ts';

type MeetingsOptions = {
  /** Of the campus, by the IANA. */
  timeZone: string;
};

/** Mounts the endpoints of safe places. */
export function mountMeetings(
  { endpoints, database, clock }: ServerContext,
  { timeZone }: MeetingsOptions,
): void {
  endpoints.mount(meetingEndpoints, {
    'GET /api/places': async () => ({ timeZone, places: await listPlaces(database.orm) }),
    'POST /api/admin/places': ({ actor, body }) =>
      addPlace(database, { ...body, actorId: actor.id, now: clock.now() }),
    'PATCH /api/admin/places/:id': ({ actor, params, body }) =>
      editPlace(database, { ...body, id: params.id, actorId: actor.id, now: clock.now() }),
    'DELETE /api/admin/places/:id': async ({ actor, params }) => {
      await deletePlace(database, { id: params.id, actorId: actor.id, now: clock.now() });
      return { deleted: true as const };
    },
    'PUT /api/admin/places/order': ({ actor, body }) =>
      orderPlaces(database, { ids: body.ids, actorId: actor.id, now: clock.now() }),
  });
}
