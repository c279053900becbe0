import { BottomNav } from '#ui/bottom-nav.tsx';
import { LinkButton } from '#ui/button.tsx';
import { HomeHeader } from '#ui/header.tsx';
import { Strip } from '#ui/notes.tsx';
import { NOT_ON_DEVICE } from '#ui/page-spots.ts';
import { App, Main } from '#ui/shell.tsx';
import { State } from '#ui/state.tsx';
import { places } from './places.ts';

/** Stands under whatever address could not be fetched, as it is: without the product's script, and knowing nobody. */
export function OfflinePage() {
  return (
    <App nav>
      <Strip icon="offline">No Internet connection</Strip>
      <HomeHeader />
      <Main id="main" middle>
        <State
          spot={NOT_ON_DEVICE}
          title="This page is not on your device yet"
          text="What you opened before is still here. What you write is kept, and goes out once you are back online."
          action={
            <LinkButton icon="refresh" href="">
              Retry
            </LinkButton>
          }
        />
      </Main>
      <BottomNav
        items={places.map(({ href, label, icon }) => ({ href, label, icon }))}
        add={{ href: '/add-listing' }}
      />
    </App>
  );
}
