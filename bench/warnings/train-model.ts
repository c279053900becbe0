import type { ModelName } from '#features/safety/server/model/word-groups/word-groups.ts';
import { type Features, extractFeatures } from '#features/safety/server/model/extract-features.ts';
import type { WarningModel } from '#features/safety/server/model/warning-model.ts';
import { type ReadMessage, readMessage } from '#features/safety/server/message-words.ts';
import { warnings } from '#features/safety/rules.ts';
import type { LabeledMessage } from './labeled-messages.ts';

const EPOCHS = 8;
const STEP = 0.5;
/** How strongly weights are drawn to 0 (L2), chosen by cross-validation. */
const DECAY = 0.003;
/** Smaller errors teach nothing. */
const MIN_ERROR = 0.001;
const MIN_GRADIENT_SUM = 1e-8;
/** What one message alone has says more about its author than about the class. */
const MIN_MESSAGES = 3;
const MAX_WEIGHT = 127;

/** Harmless is class 0. */
const CLASSES = warnings.length + 1;

/** A message as numbers: rows of weights and the shares of their features. */
type Example = { rows: Int32Array; shares: Float64Array; label: number };

export type PreparedMessage = LabeledMessage & { message: ReadMessage; features: Features };

export function prepareMessage(labeled: LabeledMessage, model: ModelName): PreparedMessage {
  const message = readMessage(labeled.text);
  return { ...labeled, message, features: extractFeatures(message, model) };
}

/** The same messages in the same order give the same model, on every machine. */
export function trainModel(messages: readonly PreparedMessage[]): WarningModel {
  const hashes = commonFeatures(messages);
  const rowOf = new Map([...hashes].map((hash, row) => [hash, row]));
  const examples = messages.map((message) => toExample(message, rowOf));
  return quantize(hashes, descend(examples, hashes.length));
}

function commonFeatures(messages: readonly PreparedMessage[]): Uint32Array {
  const counts = new Map<number, number>();
  for (const { features } of messages)
    for (const hash of features.keys()) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= MIN_MESSAGES).map(([hash]) => hash);
  return Uint32Array.from(common).sort();
}

function toExample({ features, label }: PreparedMessage, rowOf: ReadonlyMap<number, number>): Example {
  const known = [...features].filter(([hash]) => rowOf.has(hash));
  return {
    // The last row is the bias.
    rows: Int32Array.from([...known.map(([hash]) => rowOf.get(hash)!), rowOf.size]),
    shares: Float64Array.from([...known.map(([, share]) => share), 1]),
    label: label === null ? 0 : warnings.indexOf(label) + 1,
  };
}

/** Stochastic gradient descent with a step for each weight (AdaGrad). */
function descend(examples: readonly Example[], count: number): Float64Array {
  const weights = new Float64Array((count + 1) * CLASSES);
  const gradientSums = new Float64Array(weights.length).fill(MIN_GRADIENT_SUM);
  const random = seededRandom();
  const order = [...examples];
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const example of order) {
      const errors = toProbabilities(example, weights);
      errors[example.label]! -= 1;
      step(example, errors, weights, gradientSums);
    }
  }
  return weights;
}

function toProbabilities({ rows, shares: of }: Example, weights: Float64Array): Float64Array {
  const sums = new Float64Array(CLASSES);
  for (let index = 0; index < rows.length; index += 1)
    for (let label = 0; label < CLASSES; label += 1)
      sums[label]! += weights[rows[index]! * CLASSES + label]! * of[index]!;
  const highest = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

function step(
  example: Example,
  errors: Float64Array,
  weights: Float64Array,
  gradientSums: Float64Array,
): void {
  const { rows, shares: of } = example;
  for (let label = 0; label < CLASSES; label += 1) {
    const error = errors[label]!;
    if (Math.abs(error) < MIN_ERROR) continue;
    for (let index = 0; index < rows.length; index += 1) {
      const place = rows[index]! * CLASSES + label;
      const gradient = error * of[index]! + DECAY * weights[place]!;
      gradientSums[place]! += gradient * gradient;
      weights[place]! -= (STEP * gradient) / Math.sqrt(gradientSums[place]!);
    }
  }
}

/** Weights relative to harmless, in steps of 1/127 of the largest of a class. */
function quantize(hashes: Uint32Array, trained: Float64Array): WarningModel {
  const relative = (row: number, index: number) =>
    trained[row * CLASSES + index + 1]! - trained[row * CLASSES]!;
  const scales = Float32Array.from(warnings, (_, index) => {
    let largest = 0;
    for (const row of hashes.keys()) largest = Math.max(largest, Math.abs(relative(row, index)));
    return largest / MAX_WEIGHT;
  });
  const weights = new Int8Array(hashes.length * warnings.length);
  for (const row of hashes.keys())
    for (const index of warnings.keys())
      weights[row * warnings.length + index] = Math.round(relative(row, index) / scales[index]!);
  return {
    hashes,
    weights,
    scales,
    biases: Float32Array.from(warnings, (_, index) => relative(hashes.length, index)),
  };
}

function shuffle<Item>(items: Item[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
}

/** A linear congruential generator: the same numbers each time, from 0 to 1. */
function seededRandom(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
