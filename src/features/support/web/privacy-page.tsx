import type { ComponentProps, ReactNode } from 'react';
import { TitleHeader } from '#ui/layout/header.tsx';
import { Link } from '#ui/actions/link.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';

type PrivacyPageProps = {
  back: ComponentProps<typeof TitleHeader>['back'];
  /** The setting for Google ads; null if they are not configured. */
  googleAds: ReactNode;
};

/** States which data is stored about users. Change it with that data. */
export function PrivacyPage({ back, googleAds }: PrivacyPageProps) {
  const withGoogle = googleAds !== null;
  return (
    <AppShell>
      <TitleHeader title="Privacy" back={back} />
      <Main id="main">
        <p>
          This BookSwap is run for your campus. What it knows about you stays on its own server: there are no
          analytics, and no other company learns that you are here, unless{' '}
          {withGoogle && 'you allow ads from Google, '}you pay, have messages shown on a device, or sign in
          with somebody else than BookSwap.
        </p>
        <StoredData />
        <Visibility />
        <EmailsAndNotifications />
        <DataOnDevice />
        <Advertisements googleAds={googleAds} />
        <Rights />
      </Main>
    </AppShell>
  );
}

function StoredData() {
  return (
    <Section title="What is kept">
      <ul className="checks plain-list">
        <li>
          Your name, e-mail address, university and picture. Your password only as a hash that nobody can read
          back; where you sign in through your university or another company, they have it and we do not.
        </li>
        <li>
          Whether your e-mail address is proven to be yours, and to be one of a university: then ‘Student
          e-mail verified’ stands beside your name.
        </li>
        <li>
          Your listings with their photos. Where and with what a photo was taken is removed before it is
          stored.
        </li>
        <li>
          Your favorites, your messages, whom you have blocked and what you have reported. Whoever you block
          or report is not told.
        </li>
        <li>
          What you paid for, when and how much, with the kind of card and its last four digits. The card
          itself goes to the payment provider alone.
        </li>
        <li>
          On which devices you are signed in, as ‘Chrome on Android’ and when it was last used, for at most 30
          days after that. Your address on the network is not kept.
        </li>
        <li>
          What you write to us on <Link href="/help">Help & Support</Link> with the name and the address that
          you give there, for a year after we have dealt with it.
        </li>
        <li>
          That somebody looked at a book: signed in by your account, else by a fingerprint made anew every
          day. It is forgotten after two days; your address is never written down.
        </li>
      </ul>
    </Section>
  );
}

function Visibility() {
  return (
    <Section title="Who sees what">
      <p>
        Everybody sees your name, picture, university, how many books you sold, since when you are here, and
        the badge of students.
      </p>
      <p>
        Your messages are read by you and the other person. The people who run this BookSwap see a message
        only if one of you reports it, and then that message alone. They also see your e-mail address, all
        listings, reports, payments and what is written to Help & Support. They can remove listings and
        accounts, and bar an e-mail address from signing up again, of which only a code is kept that does not
        give the address away. What they do is written down in a log that holds no names and no addresses, and
        from which nothing is ever deleted.
      </p>
    </Section>
  );
}

function EmailsAndNotifications() {
  return (
    <Section title="Mails and notifications">
      <p>
        You get a mail to confirm your address, when your password is changed or forgotten, and when we answer
        you. Mails about unread messages come only if you ask for them in Account Settings; they do not say
        what was written. A mail is removed here once it is sent.
      </p>
      <p>
        If you let a device show new messages, they go to it through the service of its browser’s maker,
        encrypted so that only your device can read them. You can stop that in Account Settings.
      </p>
    </Section>
  );
}

function DataOnDevice() {
  return (
    <Section title="On your device">
      <p>
        One cookie keeps you signed in, another remembers for half a year that you signed in here. Drafts and
        unsent messages are kept on your device until they are sent, and pages that you have read, so that you
        can read them without a connection. What is yours of that vanishes when you sign out.
      </p>
    </Section>
  );
}

function Advertisements({ googleAds }: Pick<PrivacyPageProps, 'googleAds'>) {
  return (
    <Section title="Advertisements">
      <p>
        Most advertisements are the product’s own and know nothing about you. Your device remembers that it
        has shown one, and until when you are ad-free.
      </p>
      {googleAds !== null && (
        <>
          <p>
            Ads from Google come only after you have allowed them on this device. Google then sees your
            address, your browser and which page you read, and may set cookies. We ask it for ads that go by
            the page and not by you. Who is ad-free gets none, and none come where you pay.
          </p>
          {googleAds}
        </>
      )}
    </Section>
  );
}

function Rights() {
  return (
    <Section title="Your rights">
      <p>
        In your profile, under Account Settings, you can get everything of yours as one file, and delete your
        account. With it go your listings, photos, favorites, conversations, blocks, reports and devices, what
        you wrote to us, and mails that wait to be sent, at once and for good; an ad-free subscription is
        ended first. Of what you have paid only the amounts and dates stay, without your name. If you cannot
        sign in, write to us on <Link href="/help">Help & Support</Link>.
      </p>
    </Section>
  );
}
