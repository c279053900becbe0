import { useEffect } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { App, Main } from '#ui/shell.tsx';
import { INVALID_CONVERSATION } from '#ui/page-spots.ts';
import { State } from '#ui/state.tsx';

/** A conversation that there is not, and cannot be. */
export function InvalidConversation() {
  useEffect(() => {
    document.title = 'Invalid conversation · Book Swap';
  }, []);
  return (
    <App>
      <TitleHeader back={{ href: '/messages' }} />
      <Main id="main" middle>
        <State
          spot={INVALID_CONVERSATION}
          title="Invalid conversation"
          level={1}
          text="The book is gone, or the link is not complete."
          action={<LinkButton href="/messages">Go Back</LinkButton>}
        />
      </Main>
    </App>
  );
}
