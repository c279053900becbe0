/** `npm run warnings`: trains and measures the advice below suspicious messages. See `USAGE`. */
import { writeFileSync } from 'node:fs';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import { type FeatureNames, extractFeatures } from '#features/safety/server/model/extract-features.ts';
import {
  encodeModel,
  weighFeatures,
  modelFile,
  readModel,
} from '#features/safety/server/model/warning-model.ts';
import { chooseModel } from '#features/safety/server/model/choose-model.ts';
import { readMessage } from '#features/safety/server/message-words.ts';
import { crossValidate, trainOnSets } from './cross-validate.ts';
import { modelNames, ownSetsOf, readLabeledMessages } from './labeled-messages.ts';
import { warningsReport } from './measure-warnings.ts';

const USAGE = `npm run warnings -- COMMAND
  train           trains the models on the labeled messages and writes their files
  cross-validate  measures each set with a model that is trained on the others
  measure FILE    measures what the product finds in a file of labeled messages: class or -, language, text
  explain TEXT    what the product finds in a message, and what speaks most for it`;

/** No message links to it. */
const PUBLIC_URL = 'https://books.invalid';
const EXPLAINED_FEATURES = 15;

/** Loaded on demand: it needs the model, which `train` writes. */
async function loadFindWarning() {
  const { findWarning } = await import('#features/safety/server/find-warning.ts');
  return (text: string) => findWarning(text, { publicUrl: PUBLIC_URL, market: { languages: LANGUAGES } });
}

const commands: Record<string, (argument: string) => void | Promise<void>> = {
  train() {
    for (const name of modelNames) {
      const file = encodeModel(trainOnSets(name));
      writeFileSync(modelFile(name), file);
      console.log(`${name}: ${file.length} bytes`);
    }
  },
  'cross-validate'() {
    for (const name of modelNames)
      for (const set of ownSetsOf(name)) console.log(`\n${set}\n${warningsReport(crossValidate(name, set))}`);
  },
  async measure(file) {
    const find = await loadFindWarning();
    const messages = readLabeledMessages(file);
    console.log(warningsReport(messages.map((message) => ({ ...message, found: find(message.text) }))));
  },
  async explain(text) {
    const found = (await loadFindWarning())(text);
    console.log(found ?? 'no warning');
    if (found === null) return;
    const names: FeatureNames = new Map();
    const message = readMessage(text);
    const model = chooseModel(message, LANGUAGES);
    const features = extractFeatures(message, model, names);
    const weights = weighFeatures(readModel(model), features, names, found);
    for (const { name, weight } of weights
      .sort((one, other) => other.weight - one.weight)
      .slice(0, EXPLAINED_FEATURES))
      console.log(`${weight.toFixed(2)}  ${name}`);
  },
};

const [name = '', argument = ''] = process.argv.slice(2);
const command = commands[name];
if (command === undefined || ((name === 'measure' || name === 'explain') && argument === '')) {
  console.error(USAGE);
  process.exitCode = 1;
} else await command(argument);
