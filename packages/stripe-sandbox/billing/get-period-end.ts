import { fromUnixSeconds, toUnixSeconds } from '../resources/ids-and-times.ts';

/**
 * The end of the period that begins at `start`, in Unix seconds. Calendar months (UTC) count from the anchor:
 * a subscription of the 31st ends on the 28th of February and on the 31st of March again.
 */
export function getPeriodEnd(anchor: number, start: number): number {
  const [from, to] = [fromUnixSeconds(anchor), fromUnixSeconds(start)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const end = addMonths(from, months);
  return end > start ? end : addMonths(from, months + 1);
}

function addMonths(anchor: Date, months: number): number {
  const end = new Date(anchor);
  end.setUTCDate(1);
  end.setUTCMonth(anchor.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return toUnixSeconds(end);
}
