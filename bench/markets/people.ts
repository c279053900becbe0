import { drawPhoto } from '../sections/upload-photo.ts';
import { type Answer, send, type Target } from './loops.ts';

const PASSWORD = 'bench password of a student';

/** Accounts of one market, and what they do. Tasks return whether they were served; refusals are not. */
export class People {
  readonly #target: Target;
  readonly #name: string;
  readonly #emails: string[] = [];
  readonly #tokens: string[] = [];
  #photo: Buffer = Buffer.alloc(0);
  #count = 0;
  #turn = 0;

  private constructor(target: Target, name: string) {
    this.#target = target;
    this.#name = name;
  }

  static async signUp(target: Target, name: string, count: number): Promise<People> {
    const people = new People(target, name);
    while (people.#emails.length < count) {
      const email = people.#newEmail();
      expect200(await people.#signUp(email));
      people.#emails.push(email);
    }
    return people;
  }

  /** For uploads of the next five minutes. */
  async prepareUploads(): Promise<void> {
    this.#photo = Buffer.from(await drawPhoto(0));
    for (const email of this.#emails) {
      const signedIn = await this.#post('/api/auth/sign-in/email', { email, password: PASSWORD });
      expect200(signedIn);
      const { cookie } = signedIn;
      const answer = await send(this.#target, { method: 'GET', path: '/api/auth/token', cookie });
      expect200(answer);
      const { token } = JSON.parse(answer.text) as { token: string };
      expect200(await send(this.#target, { path: '/api/users/sync', token }));
      this.#tokens.push(token);
    }
  }

  /** Another account. */
  addOne = async (): Promise<boolean> => wasServed(await this.#signUp(this.#newEmail()));

  /** One after the other. */
  async signIn(): Promise<boolean> {
    this.#turn += 1;
    const email = this.#emails[this.#turn % this.#emails.length];
    return wasServed(await this.#post('/api/auth/sign-in/email', { email, password: PASSWORD }));
  }

  async upload(person: number): Promise<boolean> {
    const token = this.#tokens[person]!;
    const asked = await send(this.#target, { path: '/api/objects/upload', token });
    if (!wasServed(asked)) return false;
    const { pathname, search } = new URL((JSON.parse(asked.text) as { uploadURL: string }).uploadURL);
    const body = this.#photo;
    return wasServed(await send(this.#target, { method: 'PUT', path: pathname + search, body }));
  }

  #newEmail(): string {
    this.#count += 1;
    return `${this.#name}-${this.#count}@students.example`;
  }

  #signUp = (email: string) =>
    this.#post('/api/auth/sign-up/email', { name: 'Student', email, password: PASSWORD });

  #post(path: string, body: object): Promise<Answer> {
    return send(this.#target, { path, body });
  }
}

function expect200({ status, text }: Answer): void {
  if (status !== 200) throw new Error(`${status}: ${text}`);
}

function wasServed({ status, text }: Answer): boolean {
  if (status < 300) return true;
  if (status === 503 || status === 429) return false;
  throw new Error(`${status}: ${text}`);
}
