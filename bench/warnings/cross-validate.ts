import { classifyMessage } from '#features/safety/server/classify-message.ts';
import { type MessageSet, messageSets, readMessageSet } from './labeled-messages.ts';
import type { ClassifiedMessage } from './measure-warnings.ts';
import { type PreparedMessage, prepareMessage, trainModel } from './train-model.ts';

export const prepareMessageSets = (): Map<MessageSet, PreparedMessage[]> =>
  new Map(messageSets.map((set) => [set, readMessageSet(set).map(prepareMessage)]));

/** The messages of a set, classified by a model that is trained on all other sets. */
export function crossValidate(
  prepared: ReadonlyMap<MessageSet, readonly PreparedMessage[]>,
  set: MessageSet,
): ClassifiedMessage[] {
  const others = messageSets.filter((other) => other !== set).flatMap((other) => prepared.get(other)!);
  const model = trainModel(others);
  return prepared
    .get(set)!
    .map((one) => ({ ...one, found: classifyMessage(one.message, one.features, model) }));
}
