/** For a child process: asks a market for as much as it can answer and more. */
import { setPriority } from 'node:os';
import { httpLoad } from '../load/http-load.ts';
import { nextSender, runLoops, type Target } from './loops.ts';
import { People } from './people.ts';

export type NoiseKind = 'searches' | 'lists' | 'sign-ups' | 'uploads';

/** As many requests at once as no campus has. */
export const noiseAtOnce: Record<NoiseKind, number> = {
  searches: 200,
  lists: 200,
  'sign-ups': 40,
  uploads: 16,
};

export type NoiseRequest = { kind: NoiseKind; milliseconds: number };
/** How much was served; once without a number, when the noise may begin. */
export type NoiseReport = { served: number | null };

/** Its own work gives way to what it asks for: students have computers of their own. */
const NICE = 10;

const report = (message: NoiseReport) => process.send!(message);
let asked = 0;

async function makeNoise(target: Target, people: People, { kind, milliseconds }: NoiseRequest) {
  const atOnce = noiseAtOnce[kind];
  if (kind === 'searches' || kind === 'lists') {
    const query = kind === 'searches' ? 'search=word' : 'minPrice=';
    const path = () => `/api/books?${query}${(asked += 1)}`;
    const load = { ...target, sender: nextSender, path, connections: atOnce, milliseconds };
    return (await httpLoad({ ...load, mayBeRefused: true })).count;
  }
  const task = kind === 'sign-ups' ? () => people.addOne() : (at: number) => people.upload(at);
  return (await runLoops({ loops: atOnce, milliseconds, task })).length;
}

if (process.send !== undefined) {
  setPriority(NICE);
  const target = JSON.parse(process.argv[2]!) as Target;
  const people = await People.signUp(target, 'noisy', noiseAtOnce.uploads);
  await people.prepareUploads();
  process.on('message', (request: NoiseRequest) => {
    void makeNoise(target, people, request).then((served) => report({ served }));
  });
  report({ served: null });
}
