import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { ServerMessage } from '#features/live/contract.ts';
import type { Random } from '../load/random.ts';
import { drawPhoto } from '../sections/upload-photo.ts';
import { BOOK_PAGE_SHARE, type Feature, VISIT_MINUTES } from './day-model.ts';
import { type Deployment, Student } from './student.ts';

const PHOTOS = 3;
const DELIVERY_TIMEOUT_MS = 10_000;
/** A user may have twenty connections to a process. */
const SOCKETS_OF_STUDENT = 15;
/** Sign-ups at once: each costs the server a password hash. */
const SIGN_UPS_AT_ONCE = 2;
const subjects = ['Computer Science', 'Biology', 'Mathematics', 'Economics'];
const words = [
  'algorithms',
  'biology',
  'introduction',
  'history',
  'calculus',
  'modern',
  'chemstry',
  'physics',
];

const listing = {
  title: 'Introduction to Simulation, 2nd Edition',
  author: 'A. Student',
  condition: 'Good',
  price: 1_200,
};

/** The simulated students and what they do; each feature is one function. */
export class Campus implements Disposable {
  readonly #students: Student[];
  readonly #random: Random;
  readonly #signal: AbortSignal;
  readonly #sockets: WebSocket[] = [];
  /** The sockets over which the students write and receive. */
  readonly #desks = new Map<Student, WebSocket>();
  readonly #undelivered = new Map<string, () => void>();
  readonly #photos: ArrayBuffer[] = [];
  readonly #bookIds: string[] = [];
  #visitors = 0;

  constructor(deployment: Deployment, { accounts, random }: { accounts: number; random: Random }) {
    this.#students = Array.from({ length: accounts }, (_, index) => new Student(deployment, index));
    this.#random = random;
    this.#signal = deployment.signal;
  }

  /** Signs all accounts up; each lists a book, and opens a conversation about the next one's. */
  async prepare(): Promise<void> {
    for (let index = 0; index < PHOTOS; index += 1) this.#photos.push(await drawPhoto(index));
    for (let from = 0; from < this.#students.length; from += SIGN_UPS_AT_ONCE)
      await Promise.all(this.#students.slice(from, from + SIGN_UPS_AT_ONCE).map((one) => this.#enrol(one)));
    for (const [index, student] of this.#students.entries()) {
      const bookId = this.#students[(index + 1) % this.#students.length]!.bookId;
      student.conversationId = (await student.call('POST', '/api/conversations', { bookId })).id;
      const desk = await student.connect();
      desk.on('message', (data) => this.#deliver(student, JSON.parse(String(data)) as ServerMessage));
      this.#desks.set(student, desk);
      this.#sockets.push(desk);
    }
  }

  /** Does one thing of a feature. Throws when it fails. */
  async play(feature: Feature): Promise<void> {
    const student = this.#random.pick(this.#students);
    const { url } = student;
    switch (feature) {
      case 'visit':
        return this.#openSocket(student);
      case 'home':
        return student.visit('/');
      case 'list':
        return student.visit(`/api/books?subject=${encodeURIComponent(this.#random.pick(subjects))}`);
      case 'search':
        return student.visit(`/api/books?search=${this.#random.pick(words)}%20${this.#random.pick(words)}`);
      case 'book':
        return student.visit(this.#pickBook());
      case 'favorite':
        return student.call('POST', '/api/favorites/toggle', { bookId: this.#random.pick(this.#bookIds) });
      case 'conversation':
        // Finds the conversation that exists: new ones are limited to thirty an hour for each account.
        return student.call('GET', `/api/conversations?bookId=${this.#nextOf(student).bookId}`);
      case 'message':
        return this.#write(student);
      case 'listing':
        return this.#list(student);
      default:
        throw new Error(`Nobody does ${String(feature satisfies never)} at ${url}`);
    }
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  async #enrol(student: Student): Promise<void> {
    await student.signUp();
    const body = { ...listing, subject: this.#random.pick(subjects), images: [] };
    student.bookId = (await student.call('POST', '/api/books', body)).id;
    this.#bookIds.push(student.bookId);
  }

  #pickBook(): string {
    const path = this.#random.next() < BOOK_PAGE_SHARE.value ? '/book' : '/api/books';
    return `${path}/${this.#random.pick(this.#bookIds)}`;
  }

  #nextOf(student: Student): Student {
    return this.#students[(this.#students.indexOf(student) + 1) % this.#students.length]!;
  }

  async #openSocket(student: Student): Promise<void> {
    // Those beyond the limit of the accounts are played without a socket.
    if (this.#visitors >= SOCKETS_OF_STUDENT * this.#students.length) return;
    this.#visitors += 1;
    const socket = await student.connect().catch((error: unknown) => {
      this.#visitors -= 1;
      throw error;
    });
    this.#sockets.push(socket);
    setTimeout(() => socket.close(), VISIT_MINUTES.value * 60_000).unref();
    socket.once('close', () => (this.#visitors -= 1));
  }

  /** Resolves when the other participant has received the message. */
  async #write(student: Student): Promise<void> {
    const clientMessageId = randomUUID();
    const content = 'Is it still there, and would you take ten dollars for it?';
    const { conversationId } = student;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = setTimeout(() => reject(new Error('not delivered')), DELIVERY_TIMEOUT_MS);
    const stop = () => reject(new Error('interrupted'));
    this.#signal.addEventListener('abort', stop, { once: true });
    this.#undelivered.set(clientMessageId, resolve);
    try {
      const desk = this.#desks.get(student)!;
      if (desk.readyState === desk.OPEN)
        desk.send(JSON.stringify({ type: 'send_message', conversationId, content, clientMessageId }));
      else await student.call('POST', '/api/messages', { conversationId, content, clientMessageId });
      await promise;
    } finally {
      clearTimeout(giveUp);
      this.#signal.removeEventListener('abort', stop);
      this.#undelivered.delete(clientMessageId);
    }
  }

  #deliver(receiver: Student, said: ServerMessage): void {
    if (said.type !== 'new_message') return;
    const { clientMessageId, conversationId } = said.message;
    if (receiver.conversationId !== conversationId) this.#undelivered.get(clientMessageId)?.();
  }

  async #list(student: Student): Promise<void> {
    const images = [await student.upload(this.#random.pick(this.#photos))];
    const body = { ...listing, subject: this.#random.pick(subjects), images };
    this.#bookIds.push((await student.call('POST', '/api/books', body)).id);
  }
}
