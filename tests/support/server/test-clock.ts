import type { Clock } from '#platform/shared/clock.ts';

type Duration = { seconds?: number; minutes?: number; hours?: number; days?: number };

/** A clock that moves only when a test moves it. Times are whole milliseconds, as in the database. */
export class TestClock implements Clock {
  #now = Date.parse('2026-09-01T08:00:00.000Z');

  now(): Date {
    return new Date(this.#now);
  }

  /** Moves on, or back, by milliseconds or by units. The product notices when it next reads the clock. */
  advance(by: number | Duration): void {
    this.#now += typeof by === 'number' ? by : toMilliseconds(by);
  }
}

const toMilliseconds = ({ seconds = 0, minutes = 0, hours = 0, days = 0 }: Duration): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
