import { useLocation } from 'wouter';
import { useSession, useSessionActions } from '#features/accounts/web/public.ts';
import type { OwnUser } from '#features/accounts/contract.ts';
import { MyListings } from '#features/books/web/my-listings.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { ButtonItem, List } from '#ui/list.tsx';
import { App, Main } from '#ui/shell.tsx';
import { toast } from '#ui/toaster.tsx';
import { AppNav } from '../app-nav.tsx';

/** The signed-in person, and what is theirs. */
export default function ProfilePage() {
  const session = useSession();
  const { signOut } = useSessionActions();
  const [, navigate] = useLocation();
  if (session.status !== 'signed-in') return null;
  const leave = async () => {
    try {
      await signOut();
      navigate('/');
    } catch {
      toast({ variant: 'destructive', title: 'Error', description: 'Failed to sign out. Please try again.' });
    }
  };
  return (
    <App nav>
      <TitleHeader title="Profile" />
      <Main id="main">
        <Who user={session.user} />
        <MyListings userId={session.user.id} />
        <section className="section" aria-label="Account">
          <List>
            <ButtonItem icon="logout" onClick={() => void leave()}>
              Sign Out
            </ButtonItem>
          </List>
        </section>
      </Main>
      <AppNav />
    </App>
  );
}

const Who = ({ user }: { user: OwnUser }) => (
  <div className="row who">
    <Avatar id={user.id} name={user.name} photo={user.profileImage} size="xl" />
    <div className="grow">
      <h2>{user.name}</h2>
      {user.university !== null && <p className="small soft">{user.university}</p>}
    </div>
  </div>
);
