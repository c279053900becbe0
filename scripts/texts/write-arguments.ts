import { join } from 'node:path';
import { type Catalogue, readCatalogue } from '../../src/platform/server/texts/catalogues.ts';
import { argumentsOf } from './message-arguments.ts';

/** The path and the text of `arguments.ts` in a folder of catalogues. */
export const argumentsFile = (folder: string): { file: string; text: string } => ({
  file: join(folder, 'arguments.ts'),
  text: writeArguments(readCatalogue(folder, 'en')),
});

/** The module that declares the ids of a catalogue with their arguments. */
export function writeArguments(english: Catalogue): string {
  const lines = Object.entries(english).map(([id, { defaultMessage }]) => {
    const args = [...argumentsOf(defaultMessage)].map(([name, type]) => `${name}: ${type}`);
    return `    '${id}': ${args.length === 0 ? 'null' : `{ ${args.join('; ')} }`};`;
  });
  return [
    '/** Written by `npm run texts` from en.json. */',
    'export {};\n',
    "declare module '#platform/shared/texts/text-arguments.ts' {",
    '  interface TextArguments {',
    ...lines,
    '  }',
    '}',
    '',
  ].join('\n');
}
