/** The variables of `.env.example` that belong to one market; all others are of the process. */
export const MARKET_SETTINGS = [
  'PUBLIC_URL',
  'CAMPUS_NAME',
  'CAMPUS_TIME_ZONE',
  'CAMPUS_LANGUAGES',
  'CAMPUS_REGION',
  'CAMPUS_CURRENCY',
  'CAMPUS_PRICES',
  'CAMPUS_EMAIL_DOMAINS',
  'ADMIN_EMAILS',
  'MAIL_FROM',
  'VAPID_SUBJECT',
  'LISTING_DAYS',
  'SEMESTER_ENDS',
  'PAYMENTS',
  'DEMO',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'CLERK_PUBLISHABLE_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'ADSENSE_PUBLISHER_ID',
  'ADSENSE_SLOT_ID',
  'OIDC_CLIENT_SECRET',
  'CLERK_SECRET_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

/** Those that the directory keeps sealed. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'OIDC_CLIENT_SECRET',
  'CLERK_SECRET_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]);
