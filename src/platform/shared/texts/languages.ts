/** The languages of the catalogues, as BCP 47 tags. English is the source. */
export const LANGUAGES = ['en', 'es', 'de', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The value of `dir` for a document in this language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
