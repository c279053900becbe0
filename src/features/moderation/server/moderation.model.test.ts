import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureKinds } from '../rules.ts';
import {
  members,
  ModerationModel,
  type ModerationStep,
  type Subject,
  subjects,
} from '#tests/support/models/moderation-model.ts';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';
import type { Reply, TestClient } from '#tests/support/server/test-app.ts';

let world: ModerationWorld;
beforeAll(async () => {
  world = await ModerationWorld.open();
});
afterAll(() => world.app.stop());

const by = fc.constantFrom(...members);
const subject = fc.constantFrom(...subjects);
const at = fc.nat(3);
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('report' as const), subject }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('measure' as const),
        by,
        subject,
        // A deletion ends most of what can happen.
        measure: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...measureKinds.filter((kind) => kind !== 'delete')) },
          { weight: 1, arbitrary: fc.constant('delete' as const) },
        ),
        days: fc.constantFrom(1 as const, 7 as const, 30 as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('appeal' as const),
        at,
        isOwn: fc.constantFrom(true, true, true, false),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('decide' as const),
        by,
        at,
        outcome: fc.constantFrom('upheld' as const, 'reversed' as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('lift' as const), by, at }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 8, 190) }),
    },
  ) satisfies fc.Arbitrary<ModerationStep>,
  { minLength: 12, maxLength: 24 },
);

/** One person with two listings in the product, beside the model. */
class Story {
  readonly model = new ModerationModel(world.app.clock.now().getTime());
  readonly cases: Partial<Record<Subject, string>> = {};
  readonly measures: string[] = [];
  readonly #person: TestClient;
  readonly #listings: Record<'first' | 'second', string>;
  readonly #email: string;

  private constructor(person: TestClient, listings: Record<'first' | 'second', string>, email: string) {
    this.#person = person;
    this.#listings = listings;
    this.#email = email;
  }

  static async begin(): Promise<Story> {
    const email = `${crypto.randomUUID()}@northfield.example`;
    const person = await world.person('Nora Blum', email);
    const listings = { first: await world.list(person, 'First'), second: await world.list(person, 'Second') };
    return new Story(person, listings, email);
  }

  async take(step: ModerationStep): Promise<void> {
    this.model.now = world.app.clock.now().getTime();
    const before = this.model.measures.length;
    const expected = this.model.take(step);
    const reply = await this.#ask(step, expected);
    expect([step, reply?.status ?? null]).toEqual([step, expected]);
    if (this.model.measures.length > before) this.measures.push(reply!.body.id);
    world.app.clock.advance({ seconds: 1 });
  }

  async #ask(step: ModerationStep, expected: number | null): Promise<Reply | null> {
    if (step.kind === 'wait') return this.#wait(step.days);
    if (step.kind === 'report') return this.#report(step.subject);
    if (expected === null) return null;
    if (step.kind === 'measure') {
      const { by: member, subject: about, measure: kind, days } = step;
      const input = { kind, reason: 'scam', ...(kind === 'pause' && { days }) };
      return world[member].post(`/api/staff/cases/${this.cases[about]}/measures`, input);
    }
    const id = this.measures[step.at]!;
    if (step.kind === 'appeal')
      return (step.isOwn ? this.#person : world.ana).post(`/api/decisions/${id}/appeal`, { text: 'No' });
    if (step.kind === 'lift') return world[step.by].post(`/api/staff/measures/${id}/lift`, { note: '' });
    const [appeal] = await rowsOf('SELECT id FROM appeals WHERE measure_id = $1', id);
    const answer = { outcome: step.outcome, note: '' };
    return world[step.by].post(`/api/staff/appeals/${appeal.id}/decide`, answer);
  }

  async #report(about: Subject): Promise<null> {
    if (this.model.isGone) return null;
    const target =
      about === 'person'
        ? { kind: 'user' as const, id: this.#person.id }
        : { kind: 'book' as const, id: this.#listings[about] };
    this.cases[about] = await world.openCase(target, this.#person.id);
    return null;
  }

  async #wait(days: number): Promise<null> {
    world.app.clock.advance({ days });
    const { jobs } = world.app.app.context;
    for (const job of ['end-pauses', 'delete-removed-listings']) await jobs.runNow(job);
    return null;
  }

  async compare(): Promise<void> {
    const { model } = this;
    const states = await rowsOf(
      `SELECT m.id, m.state, a.state AS appeal FROM measures m LEFT JOIN appeals a ON a.measure_id = m.id
      WHERE m.id = ANY ($1) ORDER BY array_position($1, m.id)`,
      this.measures,
    );
    expect(states).toEqual(
      model.measures.map(({ state, appeal }, index) => ({ id: this.measures[index], state, appeal })),
    );
    for (const [about, id] of Object.entries(this.cases)) {
      const [found] = await rowsOf('SELECT state FROM cases WHERE id = $1', id);
      expect([about, found.state]).toEqual([about, model.cases[about as Subject]!.state]);
    }
    const [user] = await rowsOf('SELECT paused_until FROM users WHERE id = $1', this.#person.id);
    expect(user?.paused_until?.getTime() ?? null).toBe(model.pausedUntil);
    expect(user === undefined).toBe(model.isGone);
    await this.#compareListings();
  }

  async #compareListings(): Promise<void> {
    for (const about of ['first', 'second'] as const) {
      const isSeen = (await world.app.visitor().get(`/api/books/${this.#listings[about]}`)).status === 200;
      const { isGone, pausedUntil, deletedListings } = this.model;
      const isHidden = this.model.isHidden(about) || pausedUntil !== null;
      expect([about, isSeen]).toEqual([about, !isGone && !isHidden && !deletedListings.has(about)]);
    }
  }

  /** No measure, lift or answer without its statement, and no statement without one. Those of a deleted user go. */
  async compareMails(): Promise<void> {
    if (this.model.isGone) return;
    // Who signs in again after months hears of that, too.
    const mails = await world.mailsTo(this.#email);
    const statements = mails.filter((text) => /^Subject: (A decision about|Your appeal)/m.test(text));
    expect(statements).toHaveLength(this.model.statements);
  }
}

const rowsOf = async (text: string, ...values: unknown[]) =>
  (await world.app.database.pool.query(text, values)).rows;

it('is as the model says, in any order', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const story = await Story.begin();
      for (const step of taken) {
        await story.take(step);
        await story.compare();
      }
      await story.compareMails();
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
