import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

const engines = [firefox, webkit];

/** What is skipped on this machine, as sentences. */
export const missingEngines = (): string[] =>
  engines
    .map((engine) => ({ engine, missing: engine.findMissing() }))
    .filter(({ missing }) => missing.length > 0)
    .map(({ engine, missing }) => `NOTHING was tested in ${engine.name}; missing: ${missing.join(', ')}.`);

export const hasEngine = (): boolean => engines.some((engine) => engine.findMissing().length === 0);
