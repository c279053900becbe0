/**
 * `npm run check -- --figures`: sizes and repetitions of the code. `--figures=json`: the same with every
 * place.
 */
import { launcherConfig } from '../launcher-config.mjs';
import { collectFigures } from './collect-figures.ts';
import { formatFigures } from './format-figures.ts';

const figures = collectFigures(launcherConfig.root);
const isJson = process.argv.includes('--figures=json');
console.log(isJson ? JSON.stringify(figures, null, 2) : formatFigures(figures));
