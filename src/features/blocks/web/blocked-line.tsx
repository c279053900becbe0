import { Button } from '#ui/button.tsx';
import { useBlocking } from './use-blocking.ts';

type BlockedLineProps = { person: { id: string; name: string }; onChanged?: () => Promise<unknown> };

/** In the place of what one would write to somebody with: that they are blocked, and the way back. */
export function BlockedLine({ person, onChanged }: BlockedLineProps) {
  const { unblock, busy } = useBlocking(onChanged);
  return (
    <>
      <p className="small grow">You blocked {person.name}</p>
      <Button variant="quiet" size="slim" busy={busy} onClick={() => unblock(person)}>
        Unblock
      </Button>
    </>
  );
}
