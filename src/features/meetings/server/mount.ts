import { messageRateLimit } from '#features/conversations/rules.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { meetingEndpoints } from '../contract.ts';
import { getCalendar } from './get-calendar.ts';
import { answerQuestion } from './outcomes/answer-question.ts';
import { deleteOldMissed } from './outcomes/count-missed.ts';
import { replyToAnswer } from './outcomes/reply-to-answer.ts';
import { addPlace, deletePlace, editPlace, listPlaces, orderPlaces } from './places/change-places.ts';
import { proposeChange, proposeMeeting } from './propose-meeting.ts';
import { remindOfMeetings, selectDueMeetings, selectNextMeeting } from './remind-of-meetings.ts';
import { acceptMeeting, cancelMeeting } from './respond-to-meeting.ts';
import { meetingsOfEndedReservation } from './change-meeting.ts';

type MeetingsOptions = {
  /** The campus's IANA time zone. */
  timeZone: string;
  unlimited: boolean;
};

/** Mounts the endpoints of meetings and safe places, and the job that reminds of meetings. */
export async function mountMeetings(
  context: ServerContext,
  { timeZone, unlimited }: MeetingsOptions,
): Promise<void> {
  const { endpoints, database, clock, jobs, limits } = context;
  const services = { ...context, timeZone, reservationHook: meetingsOfEndedReservation };
  /** Shared with messages. */
  const limit = async (userId: string) => {
    if (!unlimited) await limits.consume(messageRateLimit, userId);
  };
  await jobs.schedule('remind-of-meetings', '* * * * *', () => remindOfMeetings(services), {
    due: selectDueMeetings,
    nextDue: selectNextMeeting,
  });
  await jobs.schedule('delete-old-missed-meetings', '17 3 * * *', () => deleteOldMissed(context));
  endpoints.mount(meetingEndpoints, {
    'POST /api/conversations/:id/meetings': async ({ actor, params, body }) => {
      await limit(actor.id);
      return proposeMeeting(services, actor, { ...body, conversationId: params.id });
    },
    'POST /api/meetings/:id/accept': ({ actor, params }) => acceptMeeting(services, actor, params.id),
    'POST /api/meetings/:id/change': async ({ actor, params, body }) => {
      await limit(actor.id);
      return proposeChange(services, actor, { ...body, meetingId: params.id });
    },
    'POST /api/meetings/:id/cancel': ({ actor, params }) => cancelMeeting(services, actor, params.id),
    'POST /api/meetings/:id/outcome': ({ actor, params, body }) =>
      answerQuestion(services, actor, { ...body, meetingId: params.id }),
    'POST /api/meetings/:id/outcome/reply': async ({ actor, params, body }) => {
      await limit(actor.id);
      return replyToAnswer(services, actor, { ...body, meetingId: params.id });
    },
    'GET /api/meetings/:id/calendar': ({ actor, params, caller }) =>
      getCalendar(context, actor, params.id, context.localeOf(caller.language)),
    'GET /api/places': async () => ({ timeZone, places: await listPlaces(database.orm) }),
    'POST /api/admin/places': ({ actor, body }) =>
      addPlace(database, { ...body, actorId: actor.id, now: clock.now() }),
    'PATCH /api/admin/places/:id': ({ actor, params, body }) =>
      editPlace(database, { ...body, id: params.id, actorId: actor.id, now: clock.now() }),
    'DELETE /api/admin/places/:id': ({ actor, params }) =>
      deletePlace(database, { id: params.id, actorId: actor.id, now: clock.now() }),
    'PUT /api/admin/places/order': ({ actor, body }) =>
      orderPlaces(database, { ids: body.ids, actorId: actor.id, now: clock.now() }),
  });
}
