import {
  type AppealOutcome,
  type MeasureKind,
  type MeasureState,
  toAppealEnd,
} from '#features/moderation/rules.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

export const members = ['ana', 'ben', 'admin'] as const;
type Member = (typeof members)[number];
/** Two listings of one person, and the person. */
export const subjects = ['first', 'second', 'person'] as const;
export type Subject = (typeof subjects)[number];

export type ModerationStep =
  | { kind: 'report'; subject: Subject }
  | { kind: 'measure'; by: Member; subject: Subject; measure: MeasureKind; days: 1 | 7 | 30 }
  | { kind: 'appeal'; at: number; isOwn: boolean }
  | { kind: 'decide'; by: Member; at: number; outcome: AppealOutcome }
  | { kind: 'lift'; by: Member; at: number }
  | { kind: 'wait'; days: number };

/** `hasReport`: since it was opened last. */
type Case = { state: 'open' | 'closed'; hasReport: boolean };
type Measure = {
  kind: MeasureKind;
  subject: Subject;
  state: MeasureState;
  by: Member;
  at: number;
  endsAt: number | null;
  appeal: 'waiting' | AppealOutcome | null;
};

/** What cases, measures and appeals about one person become, and what each request is answered with. */
export class ModerationModel {
  now: number;
  isGone = false;
  isBanned = false;
  pausedUntil: number | null = null;
  /** How many mails the person has been sent. */
  statements = 0;
  readonly cases: Partial<Record<Subject, Case>> = {};
  readonly measures: Measure[] = [];
  readonly deletedListings = new Set<Subject>();

  constructor(now: number) {
    this.now = now;
  }

  /** Whether nobody but the seller sees a listing. */
  isHidden(subject: Subject): boolean {
    return this.#hides(subject, 'hide') || this.#hides(subject, 'remove');
  }

  #hides = (subject: Subject, kind: MeasureKind): boolean =>
    this.measures.some(
      (measure) => measure.subject === subject && measure.kind === kind && measure.state === 'active',
    );

  /** The status of the answer; null: there is nothing to ask about. */
  take(step: ModerationStep): number | null {
    switch (step.kind) {
      case 'report':
        return this.#report(step.subject);
      case 'measure':
        return this.#measure(step);
      case 'appeal':
        return this.#appeal(step);
      case 'decide':
        return this.#decide(step);
      case 'lift':
        return this.#lift(step);
      case 'wait':
        return this.#wait(step.days);
    }
  }

  #report(subject: Subject): null {
    if (this.isGone) return null;
    const before = this.cases[subject];
    this.cases[subject] = { state: 'open', hasReport: true };
    if (before?.state === 'open') this.cases[subject] = { ...before, hasReport: true };
    return null;
  }

  #measure({
    by,
    subject,
    measure: kind,
    days,
  }: Extract<ModerationStep, { kind: 'measure' }>): number | null {
    const found = this.cases[subject];
    if (found === undefined) return null;
    if (kind === 'delete' && by !== 'admin') return 403;
    if (kind === 'delete' && this.isGone) return 400;
    if (found.state === 'closed' || this.#waits(subject)) return 409;
    if (!this.#isPossible(kind, subject)) return 400;
    const end = kind === 'pause' ? this.#replacePause(this.now + days * DAY_MS) : null;
    if (kind === 'delete') this.#delete();
    found.state = 'closed';
    this.measures.push({ kind, subject, state: 'active', by, at: this.now, endsAt: end, appeal: null });
    this.statements += 1;
    return 201;
  }

  #isPossible(kind: MeasureKind, subject: Subject): boolean {
    if (kind !== 'hide' && kind !== 'remove') return true;
    if (subject === 'person' || this.deletedListings.has(subject)) return false;
    return !this.#hides(subject, 'remove') && !(kind === 'hide' && this.#hides(subject, 'hide'));
  }

  #replacePause(until: number): number {
    let end = until;
    for (const measure of this.measures)
      if (measure.kind === 'pause' && measure.state === 'active') {
        measure.state = 'ended';
        end = Math.max(end, measure.endsAt!);
      }
    this.pausedUntil = end;
    return end;
  }

  /** The appeals that wait go with the person, and all cases about them are closed. */
  #delete(): void {
    this.isGone = true;
    this.isBanned = true;
    this.pausedUntil = null;
    for (const measure of this.measures) if (measure.appeal === 'waiting') measure.appeal = null;
    for (const found of Object.values(this.cases)) found.state = 'closed';
  }

  #appeal({ at, isOwn }: Extract<ModerationStep, { kind: 'appeal' }>): number | null {
    const measure = this.measures[at];
    if (measure === undefined || this.isGone) return null;
    if (!isOwn) return 404;
    const isLifted = measure.state === 'lifted' || measure.state === 'reversed';
    if (measure.appeal !== null || isLifted || this.now >= toAppealEnd(new Date(measure.at)).getTime())
      return 409;
    measure.appeal = 'waiting';
    const found = this.cases[measure.subject]!;
    if (found.state === 'closed') this.cases[measure.subject] = { state: 'open', hasReport: false };
    return 201;
  }

  #decide({ by, at, outcome }: Extract<ModerationStep, { kind: 'decide' }>): number | null {
    const measure = this.measures[at];
    if (measure === undefined || measure.appeal === null) return null;
    if (measure.appeal !== 'waiting' || measure.by === by) return 409;
    measure.appeal = outcome;
    if (outcome === 'reversed') this.#end(measure, 'reversed');
    this.statements += 1;
    const found = this.cases[measure.subject]!;
    if (!this.#waits(measure.subject) && !found.hasReport) found.state = 'closed';
    return 200;
  }

  #lift({ at }: Extract<ModerationStep, { kind: 'lift' }>): number | null {
    const measure = this.measures[at];
    if (measure === undefined) return null;
    const isLost = measure.kind === 'remove' && (this.isGone || this.deletedListings.has(measure.subject));
    const canLift = measure.state === 'active' && measure.appeal !== 'waiting' && measure.kind !== 'delete';
    if (!canLift || isLost) return 409;
    this.#end(measure, 'lifted');
    if (!this.isGone) this.statements += 1;
    return 200;
  }

  #end(measure: Measure, state: 'lifted' | 'reversed'): void {
    if (measure.kind === 'pause' && measure.state === 'active') this.pausedUntil = null;
    measure.state = state;
  }

  /** The jobs run then. */
  #wait(days: number): null {
    this.now += days * DAY_MS;
    for (const measure of this.measures) {
      if (measure.kind === 'pause' && measure.state === 'active' && measure.endsAt! <= this.now) {
        measure.state = 'ended';
        this.pausedUntil = null;
      }
      const isOver =
        measure.appeal !== 'waiting' &&
        (measure.appeal === 'upheld' || toAppealEnd(new Date(measure.at)).getTime() <= this.now);
      if (measure.kind === 'remove' && measure.state === 'active' && isOver && !this.isGone)
        this.deletedListings.add(measure.subject);
    }
    return null;
  }

  #waits = (subject: Subject): boolean =>
    this.measures.some((measure) => measure.subject === subject && measure.appeal === 'waiting');
}
