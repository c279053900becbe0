/** Who is here, for every screen. The forms come in chunks of their own; nothing here is heavy. */
export { SessionProvider, useMyId, useSession, useSessionActions, useTokens } from './session-context.tsx';
export { storePendingIntent, usePendingIntent } from './pending-intent.ts';
export { SignInButtons } from './sign-in-buttons.tsx';
export { SignInInPlace } from './sign-in-in-place.tsx';
