import { randomUUID } from 'node:crypto';
import type { ClientMessage } from '#features/conversations/contract.ts';
import type { Role } from './roles.ts';
import type { AccessFixtures } from './fixtures.ts';

type Verb = ClientMessage['type'];

/** 'ok', or the code of the error. */
type Answers = Record<Role, string>;

type SocketRow = {
  answers: Answers;
  message: (scene: AccessFixtures) => object;
};

/** Signed out, and removed since, are the same here: neither connection is anybody's. */
const participants: Answers = {
  signedOut: 'sign-in-required',
  deleted: 'sign-in-required',
  another: 'conversation-not-found',
  blocked: 'ok',
  admin: 'conversation-not-found',
  owner: 'ok',
};

const about = (scene: AccessFixtures) => ({ conversationId: scene.talk.id });

/** Every verb of the socket's vocabulary but 'auth', by which each of them is preceded. */
export const socketAccess: Record<Exclude<Verb, 'auth'>, SocketRow> = {
  send_message: {
    // Whoever has blocked somebody knows it, and is told.
    answers: { ...participants, owner: 'you-blocked' },
    message: (scene) => ({ ...about(scene), content: 'Hello', clientMessageId: randomUUID() }),
  },
  typing: { answers: participants, message: (scene) => ({ ...about(scene), isTyping: true }) },
  resume: { answers: participants, message: (scene) => ({ ...about(scene), afterSeq: 0 }) },
  // A note to oneself: what is noticed where one takes no part changes nothing.
  noticed: {
    answers: { ...participants, another: 'ok', admin: 'ok' },
    message: (scene) => ({ ...about(scene), upToSeq: 1 }),
  },
};

export const authAnswers: Answers = {
  signedOut: 'token-invalid',
  deleted: 'token-invalid',
  another: 'ok',
  blocked: 'ok',
  admin: 'ok',
  owner: 'ok',
};
