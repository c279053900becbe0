import type { DateInput, TimeLocale } from '#platform/shared/texts/dates.ts';
import { dayKey, toUnixMs } from '../display/format-time.ts';

type Line = { senderId: string; at: DateInput };
export type MessageGroup<Message> = { key: string; senderId: string; at: DateInput; messages: Message[] };
type MessageDay<Message> = { key: string; at: DateInput; runs: MessageGroup<Message>[] };

const minuteOf = (at: DateInput): number => Math.floor(toUnixMs(at) / 60_000);

/** Days, oldest first, with runs of one sender within a minute. What stands alone is a separate run. */
export function groupMessages<Message extends Line>(
  messages: readonly Message[],
  where: TimeLocale,
  isAlone: (message: Message) => boolean = () => false,
): MessageDay<Message>[] {
  const days: MessageDay<Message>[] = [];
  for (const message of messages) {
    const { senderId, at } = message;
    const key = dayKey(at, where);
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, at, runs: [] };
      days.push(day);
    }
    const run = day.runs.at(-1);
    const last = run?.messages[0];
    const isSameRun = last !== undefined && !isAlone(last) && !isAlone(message);
    if (isSameRun && run?.senderId === senderId && minuteOf(run.at) === minuteOf(at))
      run.messages.push(message);
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
