import { classifyMessage } from '#features/safety/server/classify-message.ts';
import type { WarningModel } from '#features/safety/server/model/warning-model.ts';
import type { ModelName } from '#features/safety/server/model/word-groups/word-groups.ts';
import { type MessageSet, readMessageSet, setsOfModel } from './labeled-messages.ts';
import type { ClassifiedMessage } from './measure-warnings.ts';
import { prepareMessage, trainModel } from './train-model.ts';

/** A model trained on all its sets, or on all but one. */
export const trainOnSets = (name: ModelName, without?: MessageSet): WarningModel =>
  trainModel(
    setsOfModel[name]
      .filter((set) => set !== without)
      .flatMap((set) => readMessageSet(set).map((message) => prepareMessage(message, name))),
  );

/** The messages of a set, classified by a model that is trained on all other sets. */
export function crossValidate(name: ModelName, set: MessageSet): ClassifiedMessage[] {
  const model = trainOnSets(name, set);
  return readMessageSet(set)
    .map((message) => prepareMessage(message, name))
    .map((one) => ({ ...one, found: classifyMessage(one.message, one.features, model) }));
}
