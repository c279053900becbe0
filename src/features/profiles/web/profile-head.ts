import { userUrl } from '#features/accounts/rules.ts';
import { t } from '#platform/shared/texts/t.ts';
import type { Profile } from '../contract.ts';
import { confirmedSalesText, ratingText } from '../profile-texts.ts';

/** The part of the document's head that link previews and search engines read about a user. Renders texts. */
export function toProfileHead(profile: Profile, hasListings: boolean) {
  const { id, name, university, studentUniversity, confirmedSales, rating, isIndexable } = profile;
  const facts = [
    studentUniversity ?? university,
    confirmedSales > 0 ? confirmedSalesText(confirmedSales) : null,
    ratingText(rating),
  ].filter((fact) => fact !== null);
  return {
    title: name,
    description: facts.length === 0 ? t('profiles.head.description', { name }) : facts.join(' · '),
    canonical: userUrl(id),
    feed: { path: `/feed/users/${id}.atom`, title: name },
    // Nothing to find yet, or not to be found.
    noIndex: !isIndexable || (confirmedSales === 0 && rating.count === 0 && !hasListings),
  };
}
