import type { ComponentProps } from 'react';
import { TitleHeader } from '#ui/layout/header.tsx';
import { Link } from '#ui/actions/link.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import type { FaqFacts } from './faq.ts';

type TermsPageProps = {
  facts: Omit<FaqFacts, 'selling'>;
  back: ComponentProps<typeof TitleHeader>['back'];
};

/** The rules of the market. */
export function TermsPage({ facts, back }: TermsPageProps) {
  return (
    <AppShell>
      <TitleHeader title="Terms" back={back} />
      <Main id="main">
        <p>BookSwap brings students together who sell and buy used books. The deal itself is yours.</p>
        <Section title="Buying and selling">
          <p>
            You agree on the price, meet, look at the book and pay in cash or as you both like. BookSwap takes
            no part in the payment, holds no money and cannot settle a quarrel about a book.
          </p>
        </Section>
        <Section title="What belongs here">
          <p>
            Books that a course reads: textbooks, study guides, novels. Be honest about the condition and show
            clear photos. One listing for one book.
          </p>
        </Section>
        <Section title="How we treat each other">
          <p>
            Answer promptly and respectfully, meet in public places, send no spam and post nothing that is
            offensive, false or not yours. You can report a listing, a message or a person, and block who you
            want nothing to do with. Those who run this BookSwap look at every report; whoever does not keep
            to the rules can lose the listing or the account, and be barred from coming back.
          </p>
        </Section>
        <Section title="What can be bought here">
          <p>
            A boost puts a listing first for {facts.boostHours} hours and costs {facts.boostPrice} once. Being
            ad-free costs {facts.adFreePrice} a month until you cancel it, which you can do at any time in
            your profile; it then lasts until the end of the month that is paid. If a listing is gone when the
            money for its boost arrives, you get the money back.
          </p>
        </Section>
        <Section title="Your account">
          <p>
            One account for one person, with an e-mail address that is yours. ‘Student e-mail verified’ says
            that the address is one of a university, and no more. You can delete your account at any time in
            Account Settings; what happens with your data stands under <Link href="/privacy">Privacy</Link>.
          </p>
        </Section>
        <Section title="Without warranty">
          <p>
            BookSwap is run with care but without a promise that it is always there or free of mistakes. If
            something is wrong, tell us on <Link href="/help">Help & Support</Link>.
          </p>
        </Section>
      </Main>
    </AppShell>
  );
}
