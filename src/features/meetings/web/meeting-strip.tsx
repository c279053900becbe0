import { useState } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { currentMeetingState } from '../rules.ts';
import { formatClock, formatNearDay } from './format-meeting.ts';
import { PlanDialog } from './plan-dialog.tsx';

/** 'Today, 2:00 PM, Library entrance': the accepted meeting; null without one. */
export function useMeetingHead({ meeting }: Conversation): string | null {
  const now = useNow();
  if (meeting === null || currentMeetingState(meeting, now) !== 'accepted') return null;
  const { startsAt, timeZone, place } = meeting;
  return `${formatNearDay(startsAt, timeZone, now)}, ${formatClock(startsAt, timeZone)}, ${place}`;
}

/** Plans a meeting, where none is planned. */
export function PlanButton({ conversation }: { conversation: Conversation }) {
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { meeting, reservation } = conversation;
  const state = meeting && currentMeetingState(meeting, now);
  const isPlanned = state === 'proposed' || state === 'accepted';
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
