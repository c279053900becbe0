import { t } from '#platform/shared/texts/t.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import type { Want } from './is-wanted.ts';
import { useWant } from './use-want.ts';

type WantButtonProps = {
  want: Want;
  children: string;
  size?: 'slim' | 'tall';
  variant?: 'quiet';
};

/** 'Tell me when it is listed'; of what is wanted already it leads to the Wanted tab. */
export default function WantButton({ want, children, ...look }: WantButtonProps) {
  const { add, isBusy, isAdded } = useWant();
  if (isAdded(want)) {
    return (
      <LinkButton {...look} variant="quiet" icon="check" href="/favorites?tab=wanted">
        {t('wanted.button.added')}
      </LinkButton>
    );
  }
  return (
    <Button {...look} icon="bell" busy={isBusy} onClick={() => add([want])}>
      {children}
    </Button>
  );
}
