import { Fragment, type ReactNode } from 'react';
import { CarefulNote } from '#features/safety/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { MessageBubble, DaySeparator, MessageStatus, SenderName } from '#ui/chat/message-bubble.tsx';
import { groupMessages, type MessageGroup } from '#ui/chat/group-messages.ts';
import { BROWSER_TIME_LOCALE } from '#ui/display/format-time.ts';
import { Time } from '#ui/display/time.tsx';
import { isMeetingProposal } from '../message-types.ts';
import { EventLine } from './event-line.tsx';
import { firstName } from '#ui/display/first-name.ts';
import type { OfferSlots, Reply } from './offer-slots.ts';
import type { MessageView } from './sync/merge-messages.ts';

type MessageListProps = {
  lines: readonly MessageView[];
  myId: string;
  /** The name of the other participant. */
  otherName: string;
  onRetry: (clientMessageId: string) => void;
  onReport: (message: { id: string; quote: string }) => void;
  offerCard: OfferSlots['card'];
  meetingCard: (meeting: NonNullable<MessageView['meeting']>, mine: boolean) => ReactNode;
  questionCard: (question: NonNullable<MessageView['question']>) => ReactNode;
  replyCard: (content: string, reply: Reply) => ReactNode;
  /** The user sells the book. */
  isSeller: boolean;
};

/** Messages grouped by day, then by sender and minute. Below each group: its time and delivery status. */
export function MessageList({ lines, myId, otherName, isSeller, ...rest }: MessageListProps) {
  const now = useNow().getTime();
  const newest = lines.findLast(({ id }) => id !== undefined)?.id;
  return groupMessages(lines, BROWSER_TIME_LOCALE, isLine).map((day) => (
    <Fragment key={day.key}>
      <DaySeparator>
        <Time at={day.at} now={now} form="day" />
      </DaySeparator>
      {day.runs.map((run) => {
        const [first] = run.messages;
        const event = first?.event;
        const name = firstName(otherName);
        if (first?.question)
          return (
            <Fragment key={run.key}>
              {rest.questionCard(first.question)}
              <MessageStatus time={<Time at={first.at} now={now} form="message" />} />
            </Fragment>
          );
        if (event)
          return (
            <EventLine key={run.key} content={first.content} {...{ event, myId, name, isSeller, now }} />
          );
        if (first?.meeting && isLine(first))
          return <Fragment key={run.key}>{rest.meetingCard(first.meeting, run.senderId === myId)}</Fragment>;
        return (
          <Fragment key={run.key}>
            <SenderName name={run.senderId === myId ? t('conversations.sender.you') : otherName} />
            <RunLines
              run={run}
              mine={run.senderId === myId}
              {...{ now, newest, otherName, isSeller, ...rest }}
            />
          </Fragment>
        );
      })}
    </Fragment>
  ));
}

/** Stands alone: an event, or what one participant did with a meeting. */
const isLine = ({ event, meeting }: MessageView): boolean =>
  Boolean(event) || (meeting != null && !isMeetingProposal(meeting.action));

type RunLinesProps = {
  run: MessageGroup<MessageView>;
  mine: boolean;
  now: number;
  /** Received messages only. */
  newest: string | undefined;
} & Pick<
  MessageListProps,
  'otherName' | 'isSeller' | 'onRetry' | 'onReport' | 'offerCard' | 'meetingCard' | 'replyCard'
>;

function RunLines({
  run,
  mine,
  now,
  newest,
  otherName,
  isSeller,
  onRetry,
  onReport,
  ...cards
}: RunLinesProps) {
  return run.messages.map((line, index) => {
    const { id } = line;
    const next = run.messages[index + 1];
    // The last message of a group has a time. An unsent message has its own, and so has the one before it.
    const isStamped = next === undefined || line.delivery === 'failed' || next.delivery === 'failed';
    return (
      <Fragment key={line.key}>
        {line.offer ? (
          cards.offerCard(line.offer, {
            mine,
            name: firstName(otherName),
            isSeller,
            isUnsent: line.delivery === 'sending' || line.delivery === 'failed',
          })
        ) : line.meeting ? (
          cards.meetingCard(line.meeting, mine)
        ) : line.isReply ? (
          cards.replyCard(line.content, {
            mine,
            onReport: id === undefined ? undefined : () => onReport({ id, quote: line.content }),
          })
        ) : (
          <MessageBubble
            mine={mine}
            {...(line.delivery && { delivery: line.delivery })}
            {...(id !== undefined && {
              onReport: () => onReport({ id, quote: line.content }),
              inTabOrder: id === newest,
            })}
          >
            {line.content}
          </MessageBubble>
        )}
        {line.warning && id !== undefined && (
          <CarefulNote warning={line.warning} onReport={() => onReport({ id, quote: line.content })} />
        )}
        {isStamped && (
          <MessageStatus
            mine={mine}
            time={<Time at={line.at} now={now} form="message" />}
            {...(line.delivery && { delivery: line.delivery })}
            onRetry={() => onRetry(line.clientMessageId)}
          />
        )}
      </Fragment>
    );
  });
}
