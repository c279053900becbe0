import { useState } from 'react';
import { t, textId, type PlainTextId } from '#platform/shared/texts/t.ts';
import { useHydrated } from '../use-hydrated.ts';
import { IconButton } from './icon-button.tsx';
import { setTheme, readTheme, type Theme, themes } from '../theme.ts';
import styles from './theme-button.module.css';

const LABELS: Record<Theme, PlainTextId> = {
  system: textId('ui.theme.system'),
  light: textId('ui.theme.light'),
  dark: textId('ui.theme.dark'),
};

/** Cycles through system, light and dark. Its accessible name is the current value. */
export function ThemeButton() {
  const [chosen, setChosen] = useState<Theme | null>(null);
  const known = useHydrated() ? readTheme() : 'system';
  const theme = chosen ?? known;
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  return (
    <IconButton
      icon={theme === 'light' ? 'sun' : 'moon'}
      label={t(LABELS[theme])}
      className={theme === 'dark' ? styles.chosen : undefined}
      onClick={() => {
        setTheme(next);
        setChosen(next);
      }}
    />
  );
}
