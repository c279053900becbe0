import { randomUUID } from 'node:crypto';
import type { ClientMessage } from '#features/live/contract.ts';
import type { AccessFixtures } from './fixtures.ts';
import type { Role } from './role-names.ts';

type Verb = ClientMessage['type'];

/** 'ok', or the code of the error. */
type Answers = Record<Role, string>;

type SocketRow = {
  answers: Answers;
  message: (scene: AccessFixtures) => object;
};

/** Signed out and deleted are the same here: neither connection belongs to a user. */
/** Moderators and course editors get what `another` gets. */
const answers = (of: Omit<Answers, 'moderator' | 'courseEditor'>): Answers => ({
  ...of,
  moderator: of.another,
  courseEditor: of.another,
});

const participants = answers({
  signedOut: 'sign-in-required',
  deleted: 'sign-in-required',
  another: 'conversation-not-found',
  blocked: 'ok',
  admin: 'conversation-not-found',
  owner: 'ok',
});

const about = (scene: AccessFixtures) => ({ conversationId: scene.talk.id });

/** Every client message of the socket. 'auth' is sent before each of them. */
export const socketAccess: Record<Exclude<Verb, 'auth'>, SocketRow> = {
  send_message: {
    // A user who blocks someone else knows it, so the response says so.
    answers: { ...participants, owner: 'recipient-blocked-by-you' },
    message: (scene) => ({ ...about(scene), content: 'Hello', clientMessageId: randomUUID() }),
  },
  typing: { answers: participants, message: (scene) => ({ ...about(scene), isTyping: true }) },
  resume: { answers: participants, message: (scene) => ({ ...about(scene), afterSeq: 0 }) },
  // The actor takes no part in this conversation, so 'noticed' changes nothing.
  noticed: {
    answers: answers({ ...participants, another: 'ok', admin: 'ok' }),
    message: (scene) => ({ ...about(scene), upToSeq: 1 }),
  },
};

export const authAnswers = answers({
  signedOut: 'invalid-token',
  deleted: 'invalid-token',
  another: 'ok',
  blocked: 'ok',
  admin: 'ok',
  owner: 'ok',
});
