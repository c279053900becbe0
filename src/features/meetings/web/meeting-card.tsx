import { useState } from 'react';
import type { Conversation, Message } from '#features/conversations/contract.ts';
import { isMeetingProposal } from '#features/conversations/rules.ts';
import { useConversationAction } from '#features/conversations/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useNow } from '#platform/web/now.tsx';
import { saveFile } from '#platform/web/save-file.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { ChatCard } from '#ui/chat/chat-card.tsx';
import { Icon, type IconName } from '#ui/icons/icon.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import type { MeetingEndpoints } from '../contract.ts';
import { currentMeetingState } from '../rules.ts';
import { formatNear, formatWhole, toCalendarLeaf } from './format-meeting.ts';
import { PlanDialog } from './plan-dialog.tsx';
import shared from '#ui/shared.module.css';
import chatCardStyles from '#ui/chat/chat-card.module.css';
import styles from './meeting-card.module.css';

type MessageMeeting = NonNullable<Message['meeting']>;
type MeetingCardProps = {
  meeting: MessageMeeting;
  conversation: Conversation;
  mine: boolean;
  /** First name of the other participant. */
  name: string;
  myId: string;
};

/** What a message tells of a meeting: a card for a proposal, a line for what one participant did with it. */
export function MeetingCard({ meeting, conversation, mine, name, myId }: MeetingCardProps) {
  const now = useNow();
  const { place, hint, startsAt, timeZone, action, reservedUntil } = meeting;
  const state = currentMeetingState(meeting, now);
  if (!isMeetingProposal(action))
    return (
      <p className={chatCardStyles.event}>
        {describeAnswer(action, { mine, name, when: formatWhole(startsAt, timeZone) })}
        {reservedUntil !== undefined && (
          <>
            {' '}
            {rich('meetings.line.reserved-until', {
              time: () => <Time at={reservedUntil} now={now.getTime()} form="until" />,
            })}
          </>
        )}
      </p>
    );
  const isOpen = state === 'proposed' || state === 'accepted';
  const leaf = toCalendarLeaf(startsAt, timeZone);
  const label = t('meetings.card.label', { place, when: formatWhole(startsAt, timeZone), state });
  return (
    <ChatCard
      mine={mine}
      over={!isOpen}

      aria-label={label}
    >
      <div className={styles.meeting}>
        <span className={styles.leaf} aria-hidden="true">
          <small>{leaf.month}</small>
          <b>{leaf.day}</b>
          <i>{leaf.weekday}</i>
        </span>
        <div>
          <b dir="auto">{place}</b>
          <p className={shared.small}>{formatNear(startsAt, timeZone, now)}</p>
          {hint !== null && isOpen && (
            <p dir="auto" className={cx(shared.tiny, shared.soft)}>
              {hint}
            </p>
          )}
        </div>
      </div>
      {state !== 'proposed' && <StateLine {...{ meeting, state, name, myId }} />}
      {state === 'proposed' && mine && (
        <p className={chatCardStyles.outcome}>{t('meetings.card.waiting', { name })}</p>
      )}
      <MeetingActions {...{ meeting, state, conversation, mine, name }} />
    </ChatCard>
  );
}

type Answer = { mine: boolean; name: string; when: string };

/** What one participant did with a meeting. */
function describeAnswer(action: MessageMeeting['action'], { mine, name, when }: Answer): string {
  if (action === 'accepted')
    return mine
      ? t('meetings.line.accepted-by-you', { when })
      : t('meetings.line.accepted-by-other', { name, when });
  return mine
    ? t('meetings.line.canceled-by-you', { when })
    : t('meetings.line.canceled-by-other', { name, when });
}

type StateLineProps = {
  meeting: MessageMeeting;
  state: MessageMeeting['state'];
} & Pick<MeetingCardProps, 'name' | 'myId'>;

const STATE_ICONS: Partial<Record<MessageMeeting['state'], IconName>> = {
  accepted: 'check',
  changed: 'refresh',
};

function describeState({ meeting: { endedById }, state, name, myId }: StateLineProps): string {
  const isMine = endedById === myId;
  switch (state) {
    case 'accepted':
      return t('meetings.state.accepted');
    case 'changed':
      return isMine ? t('meetings.state.changed-by-you') : t('meetings.state.changed-by-other', { name });
    case 'canceled':
      if (endedById === null) return t('meetings.state.canceled-with-reservation');
      return isMine ? t('meetings.state.canceled-by-you') : t('meetings.state.canceled-by-other', { name });
    case 'expired':
      return t('meetings.state.expired');
    case 'past':
      return t('meetings.state.past');
    default:
      return '';
  }
}

function StateLine(props: StateLineProps) {
  const { state } = props;
  const icon = STATE_ICONS[state];
  return (
    <p className={cx(chatCardStyles.outcome, state === 'accepted' && chatCardStyles.accepted)}>
      {icon && <Icon name={icon} size="s" />}
      {describeState(props)}
    </p>
  );
}

type MeetingActionsProps = Pick<StateLineProps, 'meeting' | 'state'> &
  Pick<MeetingCardProps, 'conversation' | 'mine' | 'name'>;

function MeetingActions({ meeting, state, conversation, mine, name }: MeetingActionsProps) {
  const now = useNow();
  const { run, isBusy } = useConversationAction(apiClient<MeetingEndpoints>);
  const [dialog, setDialog] = useState<'change' | 'cancel' | null>(null);
  const close = () => setDialog(null);
  const params = { id: meeting.id };
  // There is nothing to plan after the reservation has ended.
  const isReserved = conversation.reservation !== null && !conversation.youBlocked;
  const isAccepted = state === 'accepted';
  const isHandedOverBefore = state === 'past' && new Date(meeting.startsAt) > now;
  const isInCalendars = (state === 'canceled' || isHandedOverBefore) && meeting.wasAccepted;
  if (isInCalendars)
    return (
      <div className={chatCardStyles.actions}>
        <CalendarButton id={meeting.id} label={t('meetings.card.remove-from-calendar')} />
      </div>
    );
  if ((!isAccepted && state !== 'proposed') || !isReserved) return null;
  const variant = isAccepted ? 'text' : 'quiet';
  return (
    <div className={chatCardStyles.actions}>
      {isAccepted && <CalendarButton id={meeting.id} label={t('meetings.card.add-to-calendar')} />}
      {!isAccepted && !mine && (
        <Button
          wide
          busy={isBusy && dialog === null}
          onClick={() => void run((api) => api.call('POST /api/meetings/:id/accept', { params }))}
        >
          {t('meetings.card.accept')}
        </Button>
      )}
      <Button variant={variant} disabled={isBusy} onClick={() => setDialog('change')}>
        {t('meetings.card.change')}
      </Button>
      <Button
        variant={variant}
        disabled={isBusy}
        aria-label={t('meetings.card.cancel-meeting')}
        onClick={() => setDialog('cancel')}
      >
        {t('meetings.card.cancel')}
      </Button>
      {dialog === 'change' && <PlanDialog {...{ conversation, meeting, name }} onClose={close} />}
      {dialog === 'cancel' && <CancelMeetingDialog id={meeting.id} onClose={close} />}
    </div>
  );
}

function CancelMeetingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { run, isBusy } = useConversationAction(apiClient<MeetingEndpoints>);
  const cancel = async () => {
    await run((api) => api.call('POST /api/meetings/:id/cancel', { params: { id } }));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('meetings.cancel.title')}
      text={t('meetings.cancel.text')}
      cancelLabel={t('meetings.cancel.keep')}
      confirmLabel={t('meetings.cancel.confirm')}
      danger
      busy={isBusy}
      onConfirm={() => void cancel()}
    />
  );
}

/** Saves the meeting, or its removal, as a file that calendars open. */
function CalendarButton({ id, label }: { id: string; label: string }) {
  const api = apiClient<MeetingEndpoints>(useTransport());
  const save = useSingleMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { name, ics } = await api.call('GET /api/meetings/:id/calendar', { params: { id } });
      saveFile(name, new Blob([ics], { type: 'text/calendar' }));
    },
    meta: failsAs(t('ui.error.title')),
  });
  return (
    <Button variant="quiet" wide icon="calendar" busy={save.isPending} onClick={() => save.mutate()}>
      {label}
    </Button>
  );
}
