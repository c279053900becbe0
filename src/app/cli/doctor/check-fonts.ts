import { extraScripts, findDrawableScripts } from '#platform/server/images/drawable-scripts.ts';
import { type Finding, ok } from './finding.ts';

/** Which scripts link previews can draw: titles in others are left out of them. */
export async function checkFonts(): Promise<Finding[]> {
  const drawable = await findDrawableScripts();
  const missing = extraScripts.filter((script) => !drawable.has(script));
  if (missing.length === 0) return [ok('fonts', 'Link previews can draw all scripts.')];
  const text = `Link previews leave out titles in ${missing.join(', ')}: no font of this machine draws them (fc-list).`;
  return [ok('fonts', text)];
}
