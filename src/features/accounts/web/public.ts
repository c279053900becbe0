/** The session, for every screen. Forms load in separate chunks; nothing here is heavy. */
export {
  SessionProvider,
  useCurrentUserId,
  useLiveUser,
  useSession,
  useSessionActions,
  useTokenSource,
} from './session/session-context.tsx';
export { PausedBanner } from './paused/paused-banner.tsx';
export { useAccountLanguage } from './language/use-account-language.ts';
export {
  hasPendingIntent,
  storePendingIntent,
  useDropLeftIntent,
  type WantIntent,
} from './session/pending-intent.ts';
export { SignInButtons } from './sign-in/sign-in-buttons.tsx';
export { InlineSignIn } from './sign-in/inline-sign-in.tsx';
