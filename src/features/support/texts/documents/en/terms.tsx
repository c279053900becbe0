import { Link } from '#ui/actions/link.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import type { SaleFacts } from '../../../web/faq.ts';

/** The rules of the market. */
export function EnglishTerms({ facts }: { facts: SaleFacts }) {
  return (
    <>
      <p>
        BookSwap helps students buy and sell used books on campus. Each sale is between the buyer and the
        seller.
      </p>
      <Section title="Buying and selling">
        <p>
          You agree on a price, meet, check the book and pay in cash or any way you both choose. BookSwap
          isn't part of the payment, doesn't hold money and can't settle disputes about a book.
        </p>
      </Section>
      <Section title="What you can list">
        <p>
          Books for a course: textbooks, study guides and novels. Be honest about the condition and show clear
          photos. Create one listing per book.
        </p>
      </Section>
      <Section title="Community rules">
        <p>
          Reply promptly and respectfully, and meet in public places. Don't send spam, and don't post anything
          offensive, false or that isn't yours. You can report a listing, a message or a person, and block
          anyone. Our team reviews every report. People without an account can{' '}
          <Link href="/report-illegal">report illegal content</Link>, too.
        </p>
      </Section>
      <Section title="Decisions and appeals">
        <p>
          If you break the rules, our team can hide or remove your listing, warn you, pause your account for
          1, 7 or 30 days, or delete your account and ban you from signing up again. While your account is
          paused, you can read everything but write only in reserved trades, and your other listings are
          hidden. A person takes each of these decisions, never a program.
        </p>
        <p>
          You get a statement with each decision: what we decided and for how long, the reason and the rule,
          and what led to it. It stands in Account Settings under Decisions about you, and we send it to your
          verified email. You can appeal each decision once, within 6 months. Another member of the team
          answers, unless there is no other. If your account is deleted, the email has a link for the appeal.
          How often all this happens is on <Link href="/transparency">Transparency</Link>.
        </p>
      </Section>
      <Section title="Boosts and ad-free">
        <p>
          A boost puts your listing at the top for {facts.boostHours} hours and costs {facts.boostPrice} once.
          Ad-free costs {facts.adFreePrice} per month until you cancel. You can cancel anytime in your profile
          and stay ad-free until the end of the month you paid for. If your listing is gone when the payment
          for its boost arrives, we refund you.
        </p>
      </Section>
      <Section title="Your account">
        <p>
          Each person can have one account, with their own email. 'Student email verified' means only that the
          email belongs to a university. You can delete your account anytime in Account Settings. See our{' '}
          <Link href="/privacy">Privacy Policy</Link> for what happens to your data.
        </p>
      </Section>
      <Section title="Open source">
        <p>
          The scanner reads barcodes with ZBar, which is free software under the{' '}
          <a href="/licenses/zbar.txt">GNU Lesser General Public License</a>.
        </p>
      </Section>
      <Section title="No warranty">
        <p>
          We run BookSwap with care, but we can't promise that it's always available or free of errors. If
          something is wrong, contact us on <Link href="/help">Help & Support</Link>.
        </p>
      </Section>
    </>
  );
}
