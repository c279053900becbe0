import type { Cluster } from './cluster.ts';
import { Student } from './student.ts';

/** A seller and a buyer. */
export type Pair = { seller: Student; buyer: Student };

const names = [
  ['Maya', 'Tom'],
  ['Priya', 'Jonas'],
  ['Lena', 'Omar'],
] as const;

/** New students with verified emails, whose daily budgets are larger. */
export async function signUpPairs(cluster: Cluster): Promise<Pair[]> {
  const signUp = (name: string, number: number) =>
    new Student(name, { url: cluster.proxy.url, address: `198.51.100.${number}` }).signUp();
  const pairs = await Promise.all(
    names.map(async ([seller, buyer], index) => ({
      seller: await signUp(seller, 2 * index + 1),
      buyer: await signUp(buyer, 2 * index + 2),
    })),
  );
  for (const table of ['users', 'identity_users'])
    await cluster.query(`UPDATE ${table} SET email_verified = true`);
  return pairs;
}
