import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { useConversationAction } from '#features/conversations/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useNow } from '#platform/web/now.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import type { MeetingEndpoints, Place } from '../contract.ts';
import { currentMeetingState, MAX_PLACE_LENGTH, meetingDays, toMeetingTime } from '../rules.ts';
import { formatClock, formatNearMeeting, toNearDay } from './format-meeting.ts';
import { placesQuery } from './place-queries.ts';
import { DayChoice, PlaceChoice, PlanSkeleton } from './plan-fields.tsx';
import { OfflineState } from '#ui/states/empty-state.tsx';
import { LoadError } from '#ui/states/load-error.tsx';
import shared from '#ui/shared.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';
import actionSheetStyles from '#ui/overlays/action-sheet.module.css';

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
  const askAgain = useOfflineRetry(list);
  const title = meeting === undefined ? t('meetings.plan.title') : t('meetings.plan.title-of-change');
  return (
    <Modal open low labelledBy={id} onClose={onClose}>
      <div className={cx(actionSheetStyles.sheet, actionSheetStyles.tall)}>
        <div className={actionSheetStyles.top}>
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={t('ui.action.close')} onClick={onClose} />
        </div>
        {askAgain !== null && <OfflineState level={3} onRetry={askAgain} />}
        {list.isPending && askAgain === null && <PlanSkeleton />}
        <LoadError query={list} title={t('meetings.plan.load-error')} />
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
  const { run } = useConversationAction(apiClient<MeetingEndpoints>);
  const now = useNow();
  const id = useId();
  const [first] = useState(() => choose(places, meeting, timeZone, now));
  // Sent again after a lost response, it is the same meeting; with another place or time it is another one.
  const [clientMessageId, setClientMessageId] = useState(() => crypto.randomUUID());
  const schema = formSchema((values: Chosen, refuse) => {
    const { day, time, placeId, place } = values;
    const startsAt = readMeetingTime(values, timeZone);
    if (placeId === ELSEWHERE && place.trim() === '') refuse('place', t('meetings.plan.place-required'));
    if (startsAt === null || startsAt <= now) refuse('time', t('meetings.plan.time-in-future'));
    return { day, time, ...(placeId === ELSEWHERE ? { place } : { placeId }) };
  });
  const { submit, field, watch, setValue, busy } = useForm(schema, {
    defaultValues: first,
    onSubmit: (input) =>
      run((api) => {
        const body = { ...input, clientMessageId };
        return meeting === undefined
          ? api.call('POST /api/conversations/:id/meetings', { params: { id: conversation.id }, body })
          : api.call('POST /api/meetings/:id/change', { params: { id: meeting.id }, body });
      }, onClose),
  });
  const chosen = watch();
  const startsAt = readMeetingTime(chosen, timeZone);
  const isUnchanged = meeting !== undefined && isSameMeeting(chosen, first);
  const renew = () => setClientMessageId(crypto.randomUUID());
  const change = (name: 'placeId' | 'day', value: string) => {
    setValue(name, value);
    renew();
  };
  const label =
    startsAt === null
      ? t('meetings.plan.propose')
      : t('meetings.plan.propose-at', {
          ...toNearDay(startsAt.toISOString(), timeZone, now),
          time: formatClock(startsAt.toISOString(), timeZone),
        });
  return (
    <>
      <form id={id} className={actionSheetStyles.form} noValidate onSubmit={submit} onInput={renew}>
        <PlaceChoice
          places={places}
          value={chosen.placeId}
          onChoose={(placeId) => change('placeId', placeId)}
        />
        {chosen.placeId === ELSEWHERE && (
          <TextField
            {...field('place')}
            label={t('meetings.plan.where')}
            maxLength={MAX_PLACE_LENGTH}
            help={t('meetings.plan.where-help')}
            autoComplete="off"
          />
        )}
        <DayChoice
          days={meetingDays(now, timeZone)}
          value={chosen.day}
          onChoose={(day) => change('day', day)}
        />
        <TextField
          {...field('time')}
          type="time"
          label={t('meetings.plan.time')}
          help={<ReservationHelp conversation={conversation} now={now} />}
        />
      </form>
      <div className={appShellStyles.actionBar}>
        {name !== undefined && (
          <p className={cx(shared.small, shared.soft)}>{t('meetings.plan.replaces', { name })}</p>
        )}
        <Button type="submit" form={id} wide size="tall" busy={busy} disabled={isUnchanged}>
          {label}
        </Button>
      </div>
    </>
  );
}

type Chosen = ReturnType<typeof choose>;

const readMeetingTime = ({ day, time }: Chosen, timeZone: string): Date | null =>
  time === '' ? null : toMeetingTime(day, time, timeZone);

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
          {rich('meetings.line.reserved-until', {
            time: () => <Time at={reservation.until} now={now.getTime()} form="until" />,
          })}{' '}
        </>
      )}
      {t('meetings.plan.reminder')}
    </>
  );
}

/** 'Today, 2:00 PM, Library entrance': the accepted meeting; null without one. */
export function useMeetingHead({ meeting }: Conversation): string | null {
  const now = useNow();
  if (meeting === null || currentMeetingState(meeting, now) !== 'accepted') return null;
  return formatNearMeeting(meeting, now);
}

/** Plans a meeting, where none is planned. */
export function PlanButton({ conversation, wide }: { conversation: Conversation; wide?: boolean }) {
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { meeting, reservation } = conversation;
  const state = meeting && currentMeetingState(meeting, now);
  const isPlanned = state === 'proposed' || state === 'accepted';
  if (isPlanned || reservation === null) return null;
  return (
    <>
      <Button
        variant="quiet"
        {...(wide ? { wide } : { size: 'slim' })}
        icon="calendar"
        onClick={() => setOpen(true)}
      >
        {t('meetings.plan.open')}
      </Button>
      {isOpen && <PlanDialog conversation={conversation} onClose={() => setOpen(false)} />}
    </>
  );
}
