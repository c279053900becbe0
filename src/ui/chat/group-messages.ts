import { dayKey, instantMs } from '../time-words.ts';
import type { Instant, Zone } from '../time-words.ts';

type Line = { senderId: string; at: Instant };
export type Run<Message> = { key: string; senderId: string; at: Instant; messages: Message[] };
export type Day<Message> = { key: string; at: Instant; runs: Run<Message>[] };

const minuteOf = (at: Instant): number => Math.floor(instantMs(at) / 60_000);

/** Oldest first: days, in them runs of one sender within one minute. A stamp stands below a run. */
export function groupMessages<Message extends Line>(
  messages: readonly Message[],
  zone: Zone,
): Day<Message>[] {
  const days: Day<Message>[] = [];
  for (const message of messages) {
    const { senderId, at } = message;
    const key = dayKey(at, zone);
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, at, runs: [] };
      days.push(day);
    }
    const run = day.runs.at(-1);
    if (run && run.senderId === senderId && minuteOf(run.at) === minuteOf(at)) run.messages.push(message);
    else
      day.runs.push({
        key: `${senderId} ${minuteOf(at)} ${day.runs.length}`,
        senderId,
        at,
        messages: [message],
      });
  }
  return days;
}
