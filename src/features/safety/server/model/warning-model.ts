import { readFileSync } from 'node:fs';
import { type Warning, warnings } from '../../rules.ts';
import type { FeatureNames, Features } from './extract-features.ts';
import type { ModelName } from './word-groups/word-groups.ts';

/** The probability of each class, from 0 to 1; the rest of 1 is the probability of 'harmless'. */
type ClassProbabilities = Readonly<Record<Warning, number>>;

/**
 * Multinomial logistic regression, relative to 'harmless'. For each feature it knows, one weight for each of
 * `warnings`; a weight of 1 stands for `scales[class]`.
 */
export type WarningModel = {
  /** The hashes of the features, ascending. */
  hashes: Uint32Array;
  weights: Int8Array;
  scales: Float32Array;
  biases: Float32Array;
};

const CLASSES = warnings.length;
const HEADER_BYTES = 4 * (1 + 2 * CLASSES);

/** A file of the model: how many features, biases, scales, hashes, weights; little-endian. */
export function encodeModel({ hashes, weights, scales, biases }: WarningModel): Uint8Array {
  const arrays = [Uint32Array.of(hashes.length), biases, scales, hashes, weights];
  return Buffer.concat(
    arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

function decodeModel(file: Uint8Array): WarningModel {
  const { buffer } = Uint8Array.from(file);
  const count = new Uint32Array(buffer, 0, 1)[0]!;
  return {
    biases: new Float32Array(buffer, 4, CLASSES),
    scales: new Float32Array(buffer, 4 * (1 + CLASSES), CLASSES),
    hashes: new Uint32Array(buffer, HEADER_BYTES, count),
    weights: new Int8Array(buffer, HEADER_BYTES + 4 * count),
  };
}

export const modelFile = (name: ModelName) => new URL(`${name}.bin`, import.meta.url);

const models = new Map<ModelName, WarningModel>();

/** Read at the first use: most markets have few languages. */
export function readModel(name: ModelName): WarningModel {
  const model = models.get(name) ?? decodeModel(readFileSync(modelFile(name)));
  models.set(name, model);
  return model;
}

export function predictProbabilities(model: WarningModel, features: Features): ClassProbabilities {
  const sums = Float64Array.from(model.biases);
  for (const [hash, share] of features) {
    const row = findRow(model.hashes, hash);
    if (row === null) continue;
    for (let index = 0; index < CLASSES; index += 1)
      sums[index]! += model.weights[row * CLASSES + index]! * model.scales[index]! * share;
  }
  // 'Harmless' has 0 in the exponent.
  const powers = sums.map(Math.exp);
  const total = powers.reduce((sum, power) => sum + power, 1);
  return Object.fromEntries(
    warnings.map((warning, index) => [warning, powers[index]! / total]),
  ) as ClassProbabilities;
}

/** How much each feature of a message speaks for a warning, and against the message being harmless. */
export function weighFeatures(
  model: WarningModel,
  features: Features,
  names: FeatureNames,
  warning: Warning,
): { name: string; weight: number }[] {
  const index = warnings.indexOf(warning);
  return [...features].flatMap(([hash, share]) => {
    const row = findRow(model.hashes, hash);
    if (row === null) return [];
    const weight = model.weights[row * CLASSES + index]! * model.scales[index]! * share;
    return [{ name: names.get(hash)!, weight }];
  });
}

/** The index of a number in ascending ones, or null. */
function findRow(hashes: Uint32Array, hash: number): number | null {
  let low = 0;
  let high = hashes.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = hashes[middle]!;
    if (found === hash) return middle;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
