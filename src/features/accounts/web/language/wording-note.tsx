import { useLocation } from 'wouter';
import { DRAFT_LANGUAGES } from '#platform/shared/texts/languages.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** Asks readers of a draft for better words: the contact form on Help names the page. */
export function WordingNote() {
  const [path] = useLocation();
  if (!DRAFT_LANGUAGES.includes(currentLocale().language)) return null;
  return (
    <p className={cx(shared.tiny, shared.soft, shared.center)}>
      {rich('accounts.language.better-wording', {
        link: (words) => <Link href={`/help?${new URLSearchParams({ wording: path })}`}>{words}</Link>,
      })}
    </p>
  );
}
