import type { ComponentProps } from 'react';
import { NEEDS_SCRIPT } from '../early-taps.ts';
import { useHydrated } from '../use-hydrated.ts';
import { Button } from './button.tsx';

/** Sends a form (`method="post"`) by the page's script: disabled without JavaScript. See head-script.ts for early taps. */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  const isHydrated = useHydrated();
  const early = { disabled: true, [NEEDS_SCRIPT]: '' };
  return <Button type="submit" wide size="tall" {...props} {...(!isHydrated && early)} />;
}
