import type { ComponentType, ReactNode } from 'react';
import type { Language } from '#platform/shared/texts/languages.ts';
import type { SaleFacts } from '../../web/faq.ts';
import { EnglishPrivacyPolicy } from './en/privacy-policy.tsx';
import { EnglishTerms } from './en/terms.tsx';

/** A text with legal meaning in the languages in which a lawyer has read it. Readers of others get the English one. */
export type LegalDocument<Props> = Partial<Record<Language, ComponentType<Props>>> & {
  en: ComponentType<Props>;
};

export const terms: LegalDocument<{ facts: SaleFacts }> = { en: EnglishTerms };

/** `googleAds`: the setting for Google ads; null if they are not configured. */
export const privacyPolicy: LegalDocument<{ googleAds: ReactNode }> = { en: EnglishPrivacyPolicy };
