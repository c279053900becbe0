/** Who is here, for every screen. The forms come in chunks of their own; nothing here is heavy. */
export {
  SessionProvider,
  useCurrentUserId,
  useSession,
  useSessionActions,
  useTokenSource,
} from './session-context.tsx';
export { storePendingIntent, usePendingIntent } from './pending-intent.ts';
export { SignInButtons } from './sign-in-buttons.tsx';
export { InlineSignIn } from './inline-sign-in.tsx';
