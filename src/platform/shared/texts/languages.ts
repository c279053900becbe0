/** The languages of the catalogues, as BCP 47 tags. English is the source. */
export const LANGUAGES = ['en', 'es', 'de', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Those that no native speaker has signed in docs/translating yet. Lists of languages call them drafts. */
export const DRAFT_LANGUAGES: readonly Language[] = ['es', 'de', 'ar'];

/** The value of `dir` for a document in this language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
