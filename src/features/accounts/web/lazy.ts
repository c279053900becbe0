/** The session's user, for pages in separate chunks that need to know it. */
export { useKnownUser } from './session/use-known-user.ts';
export { PausedNote } from './paused/paused-note.tsx';
export { usePause } from './paused/use-pause.ts';
export { LanguageName } from './language/language-name.tsx';
export { LanguageForm } from './language/language-form.tsx';
export { WordingNote } from './language/wording-note.tsx';
export { PasskeyGate } from './passkeys/passkey-gate.tsx';
export { isPasskeyRequired, withPasskey } from './passkeys/with-passkey.ts';
export { ConfirmEmailNote, useUnconfirmedUser } from './sign-in/confirm-email.tsx';
export { takePendingIntent } from './session/read-intent.ts';
