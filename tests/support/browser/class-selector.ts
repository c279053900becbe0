import { builtNamesOf } from '#packages/css-modules/css-modules.ts';
import { FREQUENT_STYLES } from '../../../vite.config.ts';

/** The selector of a class of a module of `src`: 'ui/layout/list' and 'item'. */
export function classSelector(module: string, name: string): string {
  const built = builtNamesOf(`src/${module}.module.css`, FREQUENT_STYLES)[name];
  if (built === undefined) throw new Error(`${module}.module.css has no class ${name}`);
  return `.${built}`;
}
