import { GoogleChoice } from '#features/ads/web/google-choice.tsx';
import { useAdsense } from '#features/ads/web/public.ts';
import { TitleHeader } from '#ui/header.tsx';
import { App, Main, Section } from '#ui/shell.tsx';
import { useBack } from '../use-back.ts';

/** What is kept about people, in plain words. Whoever changes what is kept changes this page. */
export default function PrivacyPage() {
  const withGoogle = useAdsense() !== null;
  return (
    <App>
      <TitleHeader title="Privacy" back={useBack('/')} />
      <Main id="main">
        <p>
          This Book Swap is run for your campus. What it knows about you stays on its own server: there are no
          analytics, and no other company learns that you are here,{' '}
          {withGoogle ? 'unless you pay or allow ads from Google.' : 'unless you pay.'}
        </p>
        <Section title="What is kept">
          <ul className="checks plain-list">
            <li>
              Your name, e-mail address and university. Your password only as a hash that nobody can read
              back.
            </li>
            <li>
              Your listings with their photos. Where and with what a photo was taken is removed before it is
              stored.
            </li>
            <li>
              What you paid for, when and how much, with the kind of card and its last four digits. The card
              itself goes to the payment provider alone.
            </li>
            <li>Your favorites and your messages, which only you and the other person can read.</li>
            <li>
              That somebody looked at a book: signed in by your account, else by a fingerprint made anew every
              day. It is forgotten after two days; your address is never written down.
            </li>
          </ul>
        </Section>
        <Section title="Who sees what">
          <p>
            Everybody sees your name, picture, university, how many books you sold and since when you are
            here. Your e-mail address is seen by you and by the people who run this Book Swap.
          </p>
        </Section>
        <Section title="On your device">
          <p>
            One cookie keeps you signed in, another remembers for half a year that you signed in here. Drafts
            and unsent messages are kept on your device until they are sent, and vanish when you sign out.
          </p>
        </Section>
        <Section title="Advertisements">
          <p>
            Most advertisements are the product’s own and know nothing about you. Your device remembers that
            it has shown one, and until when you are ad-free.
          </p>
          {withGoogle && (
            <>
              <p>
                Ads from Google come only after you have allowed them on this device. Google then sees your
                address, your browser and which page you read, and may set cookies. We ask it for ads that go
                by the page and not by you. Who is ad-free gets none, and none come where you pay.
              </p>
              <GoogleChoice />
            </>
          )}
        </Section>
        <Section title="Your rights">
          <p>
            You can edit and delete your listings at any time. To get a copy of your data or to have your
            account deleted, ask the people who run this Book Swap.
          </p>
        </Section>
      </Main>
    </App>
  );
}
