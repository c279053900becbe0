import { randomBytes } from 'node:crypto';

export const PASSWORD = 'a-long-enough-password';

export const newEmail = (): string => `${randomBytes(8).toString('hex')}@engines.example`;

/** Letters that no other listing has. */
export const newWord = (): string =>
  Array.from(randomBytes(5), (byte) => 'bdfgklmnprstvz'[byte % 14]! + 'aeiou'[byte % 5]!).join('');

export type Book = { id: string; title: string; sellerId: string };

/** A user with an account, who sends requests without a browser. */
export class Student {
  readonly name: string;
  readonly email = newEmail();
  /** The `Set-Cookie` lines of the session. */
  cookies: readonly string[] = [];
  id = '';
  readonly #product: string;
  #token = '';

  private constructor(product: string, name: string) {
    this.#product = product;
    this.name = name;
  }

  /** @param product the URL of the product */
  static async signUp(product: string, name: string): Promise<Student> {
    const student = new Student(product, name);
    const body = { name, email: student.email, password: PASSWORD };
    const { headers } = await student.#send('POST', '/api/auth/sign-up/email', body);
    student.cookies = headers.getSetCookie();
    const cookie = student.cookies.map((line) => line.split(';')[0]).join('; ');
    const answer = await student.#send('GET', '/api/auth/token', undefined, { cookie });
    student.#token = ((await answer.json()) as { token: string }).token;
    student.id = (await student.call<{ id: string }>('POST', '/api/users/sync', {})).id;
    return student;
  }

  /** The body of a response that is a success. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.#send(method, path, body, { authorization: `Bearer ${this.#token}` });
    return (await answer.json()) as T;
  }

  /** Lists a book. */
  list(book: { title: string; [field: string]: unknown }): Promise<Book> {
    return this.call('POST', '/api/books', { author: 'Ada Author', condition: 'Good', price: 2450, ...book });
  }

  /** Writes about a book for the first time. Returns the conversation's id. */
  async write(book: Book, content: string): Promise<string> {
    const { id } = await this.call<{ id: string }>('POST', '/api/conversations', { bookId: book.id });
    await this.call('POST', '/api/messages', { conversationId: id, content });
    return id;
  }

  async #send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(new URL(path, this.#product), {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}
