import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { Buyer, Trader } from './trade-terms.ts';

export const PRICE = 5_400;

/** What happens to the listing, or to time. */
export type WorldStep =
  | { kind: 'wait'; ms: number }
  | { kind: 'waitForMeeting'; ms: number }
  | { kind: 'setPrice'; cents: number }
  | { kind: 'setSold'; isSold: boolean }
  | { kind: 'setDeleted'; isDeleted: boolean }
  | { kind: 'setBlocked'; conversation: Buyer; bySeller: boolean; isBlocked: boolean }
  | { kind: 'runJobs' };

/** Of the last offer or meeting of a conversation. */
export type Role = 'proposer' | 'receiver';

/** A request of one of the three, which may be refused. */
export type RequestStep<Actor = Trader | Role> =
  | { kind: 'offer'; conversation: Buyer; amount: number }
  | { kind: 'counter'; conversation: Buyer; by: Actor; amount: number }
  | { kind: 'respond'; conversation: Buyer; by: Actor; response: OfferResponse }
  | { kind: 'reserve'; conversation: Buyer; by: Trader }
  | { kind: 'propose'; conversation: Buyer; by: Trader; days: number }
  | { kind: 'changeMeeting'; conversation: Buyer; by: Actor; days: number }
  | { kind: 'acceptMeeting'; conversation: Buyer; by: Actor }
  | { kind: 'cancelMeeting'; conversation: Buyer; by: Actor }
  | { kind: 'cancel'; by: Trader }
  | { kind: 'confirm'; by: Trader; isRight: boolean }
  | { kind: 'review'; by: Trader; stars: number };
type OfferResponse = 'accepted' | 'declined' | 'withdrawn';

/** `by` may name a role, because who has it depends on the steps before. */
export type Step = WorldStep | RequestStep;

export const isWorldStep = (step: Step): step is WorldStep =>
  ['wait', 'waitForMeeting', 'setPrice', 'setSold', 'setDeleted', 'setBlocked', 'runJobs'].includes(
    step.kind,
  );

// Most steps are about the first buyer, so that one follows from another.
const conversation = fc.constantFrom<Buyer[]>(0, 0, 0, 1);
const by = fc.constantFrom<Trader[]>(0, 0, 0, 1, 'seller', 'seller', 'seller');
const role = fc.constantFrom<(Trader | Role)[]>(
  'receiver',
  'receiver',
  'receiver',
  'proposer',
  'proposer',
  1,
);
const amount = fc.constantFrom(99, 100, 4_000, 4_800, PRICE, PRICE + 1);
const days = fc.constantFrom(0, 1, 3, 7);
const waits = [10 * MINUTE_MS, DAY_MS, 48 * HOUR_MS, 3 * DAY_MS, 14 * DAY_MS, 117 * DAY_MS];
const step = <Kind extends Step['kind']>(weight: number, kind: Kind, values: object = {}) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...values }) as unknown as fc.Arbitrary<Step>,
});

/** Each step, and whether its request is sent twice. */
type Story = [Step, boolean][];

const steps: fc.Arbitrary<Story> = fc.array(
  fc.tuple(
    fc.oneof(
      step(2, 'wait', { ms: fc.constantFrom(...waits) }),
      step(1, 'waitForMeeting', { ms: fc.constantFrom(HOUR_MS, 20 * MINUTE_MS, -HOUR_MS) }),
      step(1, 'setPrice', { cents: fc.constantFrom(100, 4_500, PRICE) }),
      step(1, 'setSold', { isSold: fc.boolean() }),
      step(1, 'setDeleted', { isDeleted: fc.boolean() }),
      step(2, 'setBlocked', { conversation, bySeller: fc.boolean(), isBlocked: fc.boolean() }),
      step(1, 'runJobs'),
      step(6, 'offer', { conversation, amount }),
      step(6, 'counter', { conversation, by: role, amount }),
      step(9, 'respond', {
        conversation,
        by: role,
        response: fc.constantFrom<OfferResponse[]>('accepted', 'declined', 'withdrawn'),
      }),
      step(3, 'reserve', { conversation, by: fc.constantFrom<Trader[]>('seller', 'seller', 'seller', 0) }),
      step(5, 'propose', { conversation, by, days }),
      step(4, 'changeMeeting', { conversation, by: role, days }),
      step(7, 'acceptMeeting', { conversation, by: role }),
      step(3, 'cancelMeeting', { conversation, by: role }),
      step(2, 'cancel', { by }),
      step(3, 'confirm', {
        by: fc.constantFrom<Trader[]>('seller', 'seller', 'seller', 0),
        isRight: fc.boolean(),
      }),
      step(4, 'review', { by, stars: fc.constantFrom(1, 5) }),
    ),
    fc.boolean(),
  ),
  { minLength: 6, maxLength: 22 },
);

const once = (...taken: Step[]): Story => taken.map((each) => [each, false]);
const reserved = once({ kind: 'reserve', conversation: 0, by: 'seller' });
const offered = once({ kind: 'offer', conversation: 0, amount: 4_800 });
const accepted = [
  ...offered,
  ...once({ kind: 'respond', conversation: 0, by: 'receiver', response: 'accepted' }),
];
const meetingProposed = [...reserved, ...once({ kind: 'propose', conversation: 0, by: 0, days: 3 })];
const meetingAccepted = [
  ...meetingProposed,
  ...once({ kind: 'acceptMeeting', conversation: 0, by: 'receiver' }),
];
const sold = [...accepted, ...once({ kind: 'confirm', by: 'seller', isRight: true })];

export type RandomStory = { start: Story; tail: Story };

/** Most begin in a state that several steps must reach. */
export const randomStories: fc.Arbitrary<RandomStory> = fc.record({
  start: fc.constantFrom(
    [],
    offered,
    offered,
    offered,
    reserved,
    accepted,
    meetingProposed,
    meetingAccepted,
    sold,
  ),
  tail: steps,
});

const handoverAndReviews: Story = [
  [{ kind: 'offer', conversation: 0, amount: 4_000 }, true],
  [{ kind: 'counter', conversation: 0, by: 'seller', amount: 4_800 }, true],
  [{ kind: 'respond', conversation: 0, by: 0, response: 'accepted' }, true],
  [{ kind: 'review', by: 0, stars: 5 }, false],
  [{ kind: 'confirm', by: 'seller', isRight: false }, false],
  [{ kind: 'confirm', by: 'seller', isRight: true }, true],
  [{ kind: 'review', by: 0, stars: 1 }, true],
  [{ kind: 'review', by: 0, stars: 5 }, true],
  [{ kind: 'review', by: 'seller', stars: 5 }, true],
  [{ kind: 'review', by: 0, stars: 1 }, false],
  [{ kind: 'wait', ms: 14 * DAY_MS }, false],
];

const meetingsAndHandover: Story = [
  [{ kind: 'reserve', conversation: 1, by: 'seller' }, true],
  [{ kind: 'propose', conversation: 1, by: 1, days: 7 }, true],
  [{ kind: 'acceptMeeting', conversation: 1, by: 1 }, false],
  [{ kind: 'acceptMeeting', conversation: 1, by: 'seller' }, true],
  [{ kind: 'changeMeeting', conversation: 1, by: 1, days: 3 }, true],
  [{ kind: 'acceptMeeting', conversation: 1, by: 'seller' }, false],
  [{ kind: 'waitForMeeting', ms: HOUR_MS }, false],
  [{ kind: 'runJobs' }, true],
  [{ kind: 'cancelMeeting', conversation: 1, by: 'seller' }, true],
  [{ kind: 'propose', conversation: 1, by: 'seller', days: 1 }, false],
  [{ kind: 'confirm', by: 'seller', isRight: true }, false],
];

const blocksAndDeletion: Story = [
  [{ kind: 'offer', conversation: 0, amount: 4_000 }, false],
  [{ kind: 'setBlocked', conversation: 0, bySeller: true, isBlocked: true }, true],
  [{ kind: 'respond', conversation: 0, by: 'seller', response: 'accepted' }, false],
  [{ kind: 'setBlocked', conversation: 0, bySeller: true, isBlocked: false }, false],
  [{ kind: 'respond', conversation: 0, by: 0, response: 'withdrawn' }, true],
  [{ kind: 'setBlocked', conversation: 0, bySeller: false, isBlocked: true }, false],
  [{ kind: 'reserve', conversation: 0, by: 'seller' }, true],
  [{ kind: 'propose', conversation: 0, by: 'seller', days: 1 }, true],
  [{ kind: 'setBlocked', conversation: 0, bySeller: true, isBlocked: true }, false],
  [{ kind: 'runJobs' }, false],
  [{ kind: 'offer', conversation: 1, amount: PRICE }, false],
  [{ kind: 'respond', conversation: 1, by: 'seller', response: 'accepted' }, false],
  [{ kind: 'setDeleted', isDeleted: true }, false],
  [{ kind: 'setDeleted', isDeleted: false }, true],
];

const priceChanges: Story = [
  [{ kind: 'setPrice', cents: 4_500 }, false],
  [{ kind: 'reserve', conversation: 0, by: 'seller' }, false],
  [{ kind: 'setPrice', cents: 4_500 }, false],
  [{ kind: 'setPrice', cents: 100 }, true],
  [{ kind: 'setPrice', cents: PRICE }, false],
  [{ kind: 'cancel', by: 0 }, false],
  [{ kind: 'setPrice', cents: 4_500 }, false],
  [{ kind: 'reserve', conversation: 0, by: 'seller' }, false],
  [{ kind: 'confirm', by: 'seller', isRight: true }, false],
  [{ kind: 'setPrice', cents: 100 }, false],
];

export const examples: Story[] = [handoverAndReviews, meetingsAndHandover, blocksAndDeletion, priceChanges];
