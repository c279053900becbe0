import type { ComponentProps } from 'react';
import { Button, LinkButton } from '#ui/actions/button.tsx';

/** What the owner can do about a trade. `href` is null until it is known where that leads. */
export type TradeAction = { label: string; href: string | null };

type TradeActionButtonProps = Pick<ComponentProps<typeof LinkButton>, 'size' | 'className'> & {
  action: TradeAction;
};

/** Keeps its place while it is not known where it leads. */
export function TradeActionButton({ action: { label, href }, ...look }: TradeActionButtonProps) {
  if (href === null)
    return (
      <Button {...look} variant="quiet" busy>
        {label}
      </Button>
    );
  return (
    <LinkButton {...look} variant="quiet" href={href}>
      {label}
    </LinkButton>
  );
}
