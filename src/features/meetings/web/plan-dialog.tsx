import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { useConversationAction } from '#features/conversations/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Time } from '#ui/display/time.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { PlanSkeleton } from './plan-skeleton.tsx';
import type { MeetingEndpoints, Place } from '../contract.ts';
import { MAX_PLACE_LENGTH, meetingDays, toMeetingTime } from '../rules.ts';
import { formatClock, formatNearDay } from './format-meeting.ts';
import { DayChoice, PlaceChoice } from './plan-fields.tsx';
import { placesQuery } from './place-queries.ts';

type Planned = { id: string; place: string; startsAt: string };
type PlanDialogProps = {
  conversation: Conversation;
  /** The meeting that is changed; else a new one is proposed. */
  meeting?: Planned;
  /** First name of the other participant; for a change. */
  name?: string;
  onClose: () => void;
};

/** Asks for place, day and time of a meeting. */
export function PlanDialog({ conversation, meeting, name, onClose }: PlanDialogProps) {
  const id = useId();
  const list = useQuery(placesQuery(useTransport()));
  const title = meeting === undefined ? 'Plan a meeting' : 'Change the meeting';
  return (
    <Modal open low labelledBy={id} onClose={onClose}>
      <div className="sheet tall">
        <div className="top">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        {list.isPending && <PlanSkeleton />}
        {list.isError && list.data === undefined && (
          <ErrorState
            title="Failed to load places"
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
            level={3}
          />
        )}
        {list.data !== undefined && <PlanForm {...{ conversation, meeting, name, onClose, ...list.data }} />}
      </div>
    </Modal>
  );
}

type PlanFormProps = {
  conversation: Conversation;
  meeting: Planned | undefined;
  name: string | undefined;
  onClose: () => void;
  places: readonly Place[];
  timeZone: string;
};

/** The value of 'Somewhere else'. */
const ELSEWHERE = '';
const FIRST_TIME = '14:00';

function PlanForm({ conversation, meeting, name, onClose, places, timeZone }: PlanFormProps) {
  const { run, isBusy } = useConversationAction(apiClient<MeetingEndpoints>);
  const now = useNow();
  const form = useId();
  const [chosen, setChosen] = useState(() => choose(places, meeting, timeZone, now));
  const [first] = useState(chosen);
  const [isSubmitted, setSubmitted] = useState(false);
  // Sent again after a lost response, it is the same meeting; with another place or time it is another one.
  const [clientMessageId, setClientMessageId] = useState(() => crypto.randomUUID());
  const startsAt = chosen.time === '' ? null : toMeetingTime(chosen.day, chosen.time, timeZone);
  const isPlaceMissing = chosen.placeId === ELSEWHERE && chosen.place.trim() === '';
  const isUnchanged = meeting !== undefined && isSameMeeting(chosen, first);
  const timeError = startsAt === null || startsAt <= now ? 'Choose a time in the future.' : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isPlaceMissing || timeError !== null) {
      document.getElementById(`${form}${isPlaceMissing ? 'place' : 'time'}`)?.focus();
      return;
    }
    const { day, time, placeId, place } = chosen;
    const where = placeId === ELSEWHERE ? { place } : { placeId };
    const body = { ...where, day, time, clientMessageId };
    await run(
      (api) =>
        meeting === undefined
          ? api.call('POST /api/conversations/:id/meetings', { params: { id: conversation.id }, body })
          : api.call('POST /api/meetings/:id/change', { params: { id: meeting.id }, body }),
      onClose,
    );
  };
  const change = (changes: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...changes });
    setClientMessageId(crypto.randomUUID());
  };
  const label =
    startsAt === null
      ? 'Propose'
      : `Propose ${formatNearDay(startsAt.toISOString(), timeZone, now).replace(/^To/u, 'to')}, ${formatClock(startsAt.toISOString(), timeZone)}`;
  return (
    <>
      <form id={form} className="filters" noValidate onSubmit={(event) => void submit(event)}>
        <PlaceChoice places={places} value={chosen.placeId} onChoose={(placeId) => change({ placeId })} />
        {chosen.placeId === ELSEWHERE && (
          <TextField
            id={`${form}place`}
            label="Where"
            value={chosen.place}
            maxLength={MAX_PLACE_LENGTH}
            error={isSubmitted && isPlaceMissing ? 'Place is required' : null}
            help="Choose a busy place in daylight."
            autoComplete="off"
            onChange={({ currentTarget }) => change({ place: currentTarget.value })}
          />
        )}
        <DayChoice days={meetingDays(now, timeZone)} value={chosen.day} onChoose={(day) => change({ day })} />
        <TextField
          id={`${form}time`}
          type="time"
          label="Time"
          value={chosen.time}
          error={isSubmitted ? timeError : null}
          help={<ReservationHelp conversation={conversation} now={now} />}
          onChange={({ currentTarget }) => change({ time: currentTarget.value })}
        />
      </form>
      <div className="foot">
        {name !== undefined && (
          <p className="small soft">
            This replaces the meeting as it is now. {name} has to accept the change.
          </p>
        )}
        <Button type="submit" form={form} wide size="tall" busy={isBusy} disabled={isUnchanged}>
          {label}
        </Button>
      </div>
    </>
  );
}

type Chosen = ReturnType<typeof choose>;

const isSameMeeting = (one: Chosen, other: Chosen): boolean =>
  one.placeId === other.placeId &&
  one.day === other.day &&
  one.time === other.time &&
  (one.placeId !== ELSEWHERE || one.place.trim() === other.place.trim());

/** What a dialog begins with: the meeting that is changed, else the first place and tomorrow. */
function choose(places: readonly Place[], meeting: Planned | undefined, timeZone: string, now: Date) {
  const days = meetingDays(now, timeZone);
  if (meeting === undefined)
    return { placeId: places[0]?.id ?? ELSEWHERE, place: '', day: days[1]!, time: FIRST_TIME };
  const known = places.find(({ name }) => name === meeting.place);
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [day, time] = shown.format(new Date(meeting.startsAt)).split(' ') as [string, string];
  return { placeId: known?.id ?? ELSEWHERE, place: known === undefined ? meeting.place : '', day, time };
}

function ReservationHelp({ conversation, now }: { conversation: Conversation; now: Date }) {
  const { reservation } = conversation;
  return (
    <>
      {reservation !== null && (
        <>
          The book is reserved until <Time at={reservation.until} now={now.getTime()} form="until" />.{' '}
        </>
      )}
      Both of you are reminded an hour before.
    </>
  );
}
