import { useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { formatClock, formatNearDay } from './format-meeting.ts';
import { PlanDialog } from './plan-dialog.tsx';

/** 'Today, 2:00 PM, Library entrance': the accepted meeting; null without one. */
export function useMeetingHead({ meeting }: Conversation): string | null {
  const now = useNow();
  if (meeting?.state !== 'accepted' || new Date(meeting.endsAt) <= now) return null;
  const { startsAt, timeZone, place } = meeting;
  return `${formatNearDay(startsAt, timeZone, now)}, ${formatClock(startsAt, timeZone)}, ${place}`;
}

/** Plans a meeting, where none is planned. */
export function PlanButton({ conversation }: { conversation: Conversation }) {
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { meeting, reservation } = conversation;
  const end = meeting && (meeting.state === 'proposed' ? meeting.startsAt : meeting.endsAt);
  const isPlanned = end !== null && new Date(end) > now;
  if (isPlanned || reservation === null) return null;
  return (
    <>
      <Button variant="quiet" size="slim" icon="calendar" onClick={() => setOpen(true)}>
        Plan a meeting
      </Button>
      {isOpen && <PlanDialog conversation={conversation} onClose={() => setOpen(false)} />}
    </>
  );
}
