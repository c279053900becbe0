import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { type Buyer, BUYERS, type Trader } from './trade-model.ts';

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

/** A request of one of the three, which may be refused. */
export type RequestStep =
  | { kind: 'offer'; conversation: Buyer; amount: number }
  | { kind: 'counter'; conversation: Buyer; by: Trader; amount: number }
  | { kind: 'respond'; conversation: Buyer; by: Trader; response: OfferResponse }
  | { kind: 'reserve'; conversation: Buyer; by: Trader }
  | { kind: 'propose'; conversation: Buyer; by: Trader; days: number }
  | { kind: 'changeMeeting'; conversation: Buyer; by: Trader; days: number }
  | { kind: 'acceptMeeting'; conversation: Buyer; by: Trader }
  | { kind: 'cancelMeeting'; conversation: Buyer; by: Trader }
  | { kind: 'cancel'; by: Trader }
  | { kind: 'confirm'; by: Trader; isRight: boolean }
  | { kind: 'review'; by: Trader; stars: number };
type OfferResponse = 'accepted' | 'declined' | 'withdrawn';

export type Step = WorldStep | RequestStep;

export const isWorldStep = (step: Step): step is WorldStep =>
  ['wait', 'waitForMeeting', 'setPrice', 'setSold', 'setDeleted', 'setBlocked', 'runJobs'].includes(
    step.kind,
  );

const conversation = fc.constantFrom(...BUYERS);
const by = fc.constantFrom<Trader[]>(...BUYERS, 'seller', 'seller');
const amount = fc.constantFrom(99, 100, 4_000, 4_800, PRICE, PRICE + 1);
const days = fc.constantFrom(0, 1, 3, 7);
const waits = [10 * MINUTE_MS, DAY_MS, 48 * HOUR_MS, 3 * DAY_MS, 14 * DAY_MS, 117 * DAY_MS];
const step = <Kind extends Step['kind']>(weight: number, kind: Kind, values: object = {}) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...values }) as unknown as fc.Arbitrary<Step>,
});

/** Each step, and whether its request is sent twice. */
export const steps = fc.array(
  fc.tuple(
    fc.oneof(
      step(2, 'wait', { ms: fc.constantFrom(...waits) }),
      step(1, 'waitForMeeting', { ms: fc.constantFrom(HOUR_MS, 20 * MINUTE_MS, -HOUR_MS) }),
      step(1, 'setPrice', { cents: fc.constantFrom(100, 4_500, PRICE) }),
      step(1, 'setSold', { isSold: fc.boolean() }),
      step(1, 'setDeleted', { isDeleted: fc.boolean() }),
      step(2, 'setBlocked', { conversation, bySeller: fc.boolean(), isBlocked: fc.boolean() }),
      step(1, 'runJobs'),
      step(4, 'offer', { conversation, amount }),
      step(2, 'counter', { conversation, by, amount }),
      step(4, 'respond', {
        conversation,
        by,
        response: fc.constantFrom<OfferResponse[]>('accepted', 'accepted', 'declined', 'withdrawn'),
      }),
      step(3, 'reserve', { conversation, by: fc.constantFrom<Trader[]>('seller', 'seller', 'seller', 0) }),
      step(3, 'propose', { conversation, by, days }),
      step(2, 'changeMeeting', { conversation, by, days }),
      step(3, 'acceptMeeting', { conversation, by }),
      step(1, 'cancelMeeting', { conversation, by }),
      step(2, 'cancel', { by }),
      step(3, 'confirm', { by, isRight: fc.boolean() }),
      step(2, 'review', { by, stars: fc.constantFrom(1, 5) }),
    ),
    fc.boolean(),
  ),
  { minLength: 8, maxLength: 28 },
);

export type Story = [Step, boolean][];

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

export const stories: Story[] = [handoverAndReviews, meetingsAndHandover, blocksAndDeletion];
