import type { ReactNode } from 'react';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Section } from '#ui/layout/app-shell.tsx';
import linesStyles from '#ui/layout/lines.module.css';

/** States which data is stored about users. Change it with that data. */
export function EnglishPrivacyPolicy({ googleAds }: { googleAds: ReactNode }) {
  const withGoogle = googleAds !== null;
  return (
    <>
      <p>
        BookSwap is run for your campus. Your data stays on its own server. There are no analytics, and
        nothing is shared with other companies unless {withGoogle && 'you allow Google ads, '}you make a
        payment, turn on notifications, or sign in with another service. When you enter an ISBN, our server
        may ask a library about the book, without saying who asks.
      </p>
      <StoredData />
      <Visibility />
      <EmailsAndNotifications />
      <DataOnDevice />
      <Advertisements googleAds={googleAds} />
      <Rights />
    </>
  );
}

function StoredData() {
  return (
    <Section title="What we store">
      <ul className={cx(linesStyles.checks, linesStyles.plain)}>
        <li>
          Your name, email, university and profile photo. Your password is stored as a hash that no one can
          read. If you sign in through your university or another company, they keep your password and we
          never see it.
        </li>
        <li>
          Your passkeys: for each, its public key, its name, the type of device and when you added it. The
          private key, your fingerprint and your face never leave your device.
        </li>
        <li>
          Whether your email is verified, whether it belongs to a university, and when you last confirmed it.
          If it does, others see a badge with that university.
        </li>
        <li>
          Your listings and their photos. We remove location and camera details from photos before we store
          them.
        </li>
        <li>
          Your favorites and wanted books, the courses you take, your messages, the people you block and the
          reports you send. We don't notify people you block or report.
        </li>
        <li>
          Your offers, reservations and meetings: the price, where and when you meet, and whether you both say
          that you met. Only the two of you see them. If someone says that you didn't come and you don't
          disagree within seven days, it counts as a missed meeting for a year.
        </li>
        <li>
          Your reviews of people you traded with, and your replies. Only you see a review until both of you
          have written or 14 days are over.
        </li>
        <li>
          What you sold and bought here: the book, the price that only the two of you know, and when. When you
          delete your account, the sale stays without your name.
        </li>
        <li>
          What our team decides about you and your listings, with the reasons, and your appeals. You can read
          it for six months in Account Settings. When you delete your account, it stays without your name and
          without any words. If our team deletes your account, we keep the reasons and your appeal until you
          can't appeal any more.
        </li>
        <li>
          The language you choose, or the one your browser last asked for, for our emails and notifications.
        </li>
        <li>
          Your payments: what you paid for, when and how much, the type of card and its last four digits. The
          full card number goes only to the payment provider.
        </li>
        <li>
          The devices where you're signed in, such as 'Chrome on Android', and when you last used them. We
          delete this no later than 30 days after the last use. We don't store your IP address.
        </li>
        <li>
          The messages you send us on <Link href="/help">Help & Support</Link>, with the name and email you
          enter there. We keep them for a year after we close them.
        </li>
        <li>
          If you <Link href="/report-illegal">report illegal content</Link>, also without an account: what you
          write, and your name and email, which nobody sees and which we delete 30 days after we send you the
          outcome. If you don't open the link in our first email, we delete them after 30 days.
        </li>
        <li>
          Book views: counted by a fingerprint that changes every day, of your email if you're signed in, of
          your network otherwise. We delete views after two days and never store your IP address.
        </li>
      </ul>
    </Section>
  );
}

function Visibility() {
  return (
    <Section title="Who sees what">
      <p>
        Everyone can see your name, profile photo, university, number of books sold, the date you joined, your
        student badge, your listings, how many sales buyers have confirmed, public reviews of you, how many
        meetings you missed if there are at least three in a year and, once five buyers have written to you,
        whether you usually reply within an hour, a day or a few days. We work that out once a day and store
        nothing about single conversations for it.
      </p>
      <p>
        Search engines can find your listings and, unless you turn it off in Account Settings, your profile.
        If another campus is a neighbor of yours, it shows your listings that are for sale, without your name.
      </p>
      <p>
        Only you and the other person can read your messages. Our team, moderators and admins, sees a message
        only if one of you reports it, and then only that message. If one of you reports the other after a
        sale between you, they can also read what you wrote about that book. They see reports with the names
        of who wrote them, hidden listings and earlier decisions about you. They can hide or remove listings,
        warn you and pause your account. Only admins see your email, payments and messages to Help & Support,
        and only they can delete accounts and ban an email from signing up again. A ban stores only a code
        that doesn't reveal the email. What the team does is recorded permanently in a log without names or
        emails.
      </p>
    </Section>
  );
}

function EmailsAndNotifications() {
  return (
    <Section title="Emails and notifications">
      <p>
        We email you to confirm your address, when your password is changed or reset, when a passkey is added
        or deleted, when you sign in on a new device, when our team decides about you or your listings or
        answers your appeal, before a listing of yours ends, and when we answer you. Once a year we ask
        students to confirm their email again. We email you about matches to your wanted books, and once about
        each book you bought that you could sell again, until you turn this off. If you report illegal
        content, we email you a link, the receipt and the outcome. We email you about unread messages, and
        about lower prices of books you saved, only if you turn this on. These settings are in Account
        Settings. We never include what a message says. We delete our copy of an email once it's sent.
      </p>
      <p>
        If you turn on notifications, they reach your device through a service of your browser's maker. They
        are encrypted, so only your device can read them. You can turn them off in Account Settings.
      </p>
    </Section>
  );
}

function DataOnDevice() {
  return (
    <Section title="On your device">
      <p>
        Two cookies keep you signed in. Another remembers for six months that you signed in on this device.
        Your device also stores drafts, photos you shared with the app and unsent messages until you send
        them, and pages you've opened, so you can read them offline. Your personal data is removed from the
        device when you sign out.
      </p>
    </Section>
  );
}

function Advertisements({ googleAds }: { googleAds: ReactNode }) {
  return (
    <Section title="Ads">
      <p>
        Most ads are our own and don't use any of your data. Your device remembers that an ad was shown, and
        how long you are ad-free.
      </p>
      {googleAds !== null && (
        <>
          <p>
            We show Google ads only after you allow them on this device. Google then sees your IP address,
            your browser and the page you're on, and may set cookies. We ask Google for ads based on the page,
            not on you. There are no Google ads on payment pages, or if you're ad-free.
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
        Open Profile, then Account Settings, to download all your data in one file or to delete your account.
        Deleting your account cancels an ad-free subscription and permanently deletes your listings, photos,
        favorites, wanted books, courses, conversations, offers, meetings, what you wrote in reviews, reviews
        of you, blocks, reports, devices, passkeys, messages to us and emails waiting to be sent. We keep only
        the amounts and dates of your payments and of confirmed sales, and the stars you gave, without your
        name. For one year, a confirmed sale also keeps a code made from your email, so that new accounts with
        the same email don't count again. Until the end of the day we also keep, under a second code, how much
        of our daily limits your account used. Your email can't be read from either code. Can't sign in?
        Contact us on <Link href="/help">Help & Support</Link>.
      </p>
    </Section>
  );
}
