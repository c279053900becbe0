import icons from '../assets/icons.svg?raw';
import wordmark from '../assets/wordmark.svg?raw';
import { CORE_ICONS } from './icon-names.ts';
import styles from './icon.module.css';

const symbolOf = (name: string): string => {
  const found = icons.match(new RegExp(`<symbol id="i-${name}"[^>]*>.*?</symbol>`, 's'));
  if (!found) throw new Error(`icons.svg has no symbol ${name}`);
  return found[0];
};

/** The inline symbols. Only the document template imports it, so that the paths are never in the script. */
export const SPRITE_MARKUP: string = `<svg width="0" height="0" class="${styles.sprite}" aria-hidden="true">${CORE_ICONS.map(symbolOf).join('')}${wordmark.trim()}</svg>`;
