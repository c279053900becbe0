import type { Reply, TestApp, TestClient } from '../server/test-app.ts';
import { readOutbox } from './read-outbox.ts';

/** Opens the link of the verification email, as its reader would. */
export async function openVerificationLink(app: TestApp, user: TestClient): Promise<Reply> {
  const [token] = (await readOutbox(app, user.id)).flatMap(
    (text) => /\/verify-email\S*token=([\w.-]+)/.exec(text)?.[1] ?? [],
  );
  return user.post('/api/auth/verify-email', { token });
}
