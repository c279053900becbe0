import { TitleHeader } from '#ui/header.tsx';
import { App, Main, Section } from '#ui/shell.tsx';
import { useBack } from '../use-back.ts';

/** The rules of the market, in plain words. */
export default function TermsPage() {
  return (
    <App>
      <TitleHeader title="Terms" back={useBack('/')} />
      <Main id="main">
        <p>Book Swap brings students together who sell and buy used books. The deal itself is yours.</p>
        <Section title="Buying and selling">
          <p>
            You agree on the price, meet, look at the book and pay in cash or as you both like. Book Swap
            takes no part in the payment, holds no money and cannot settle a quarrel about a book.
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
            offensive, false or not yours. Whoever does not keep to this can lose the account.
          </p>
        </Section>
        <Section title="Without warranty">
          <p>Book Swap is run with care but without a promise that it is always there or free of mistakes.</p>
        </Section>
      </Main>
    </App>
  );
}
