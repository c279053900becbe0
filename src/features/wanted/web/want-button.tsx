import { Button, LinkButton } from '#ui/actions/button.tsx';
import { useWant, type Want } from './use-want.ts';

type WantButtonProps = { want: Want; children: string; size?: 'slim' | 'tall'; className?: string };

/** 'Tell me when it is listed'; once added it leads to the Wanted tab. */
export default function WantButton({ want, children, ...look }: WantButtonProps) {
  const { add, isBusy, isAdded } = useWant();
  if (isAdded) {
    return (
      <LinkButton {...look} variant="quiet" icon="check" href="/favorites?tab=wanted">
        On your Wanted list
      </LinkButton>
    );
  }
  return (
    <Button {...look} icon="bell" busy={isBusy} onClick={() => add(want)}>
      {children}
    </Button>
  );
}
