import type { PageContent } from './page-textures.ts';
import { biologyPages, calculusPages, chemistryPages, codePages } from './page-contents.ts';

/** How the copy of a listing looks. Centimetres; wear is from 0 to 1. */
export type Copy = {
  isbn: string;
  size: readonly [width: number, height: number, thickness: number];
  bound: 'hard' | 'paper';
  wear: number;
  gloss: number;
  /** By how much the cover stands up. */
  lift: number;
  pages?: [PageContent, PageContent];
  /** Words of the back. */
  blurb?: string;
  paper?: readonly [number, number, number];
};

const YELLOWED = [222, 202, 160] as const;

export const copies = {
  'introduction-to-algorithms': { isbn: '9780262046305', size: [20.5, 23.4, 4.6], bound: 'hard', wear: 0.22, gloss: 0.7, lift: 0 },
  'c-programming': { isbn: '9780131103627', size: [17.8, 23.4, 1.7], bound: 'paper', wear: 0.85, gloss: 0.6, lift: 1.3, pages: codePages },
  calculus: { isbn: '9781285741550', size: [21.6, 25.8, 5.2], bound: 'hard', wear: 0.55, gloss: 0.5, lift: 0, pages: calculusPages },
  'linear-algebra-done-right': { isbn: '9783319110790', size: [16, 23.8, 2.2], bound: 'hard', wear: 0.3, gloss: 0.6, lift: 0 },
  'campbell-biology': {
    isbn: '9780134093413', size: [22.5, 27.6, 5], bound: 'hard', wear: 0.4, gloss: 0.9, lift: 0, pages: biologyPages,
    blurb: 'From the molecules of a single cell to the forests of a continent: biology as one story, with questions at every step, figures that build on each other, and research by students for students.',
  },
  'organic-chemistry': { isbn: '9780199270293', size: [20, 26.6, 4.8], bound: 'paper', wear: 0.6, gloss: 0.8, lift: 0.9, pages: chemistryPages },
  'fundamentals-of-physics': { isbn: '9781118230718', size: [21.8, 27.6, 4.9], bound: 'hard', wear: 0.65, gloss: 0.6, lift: 0 },
  psychology: {
    isbn: '9781429261784', size: [21.6, 27.4, 3.6], bound: 'paper', wear: 0.5, gloss: 0.9, lift: 1.5,
    blurb: 'Why do we remember a song and forget a name? How do we learn, choose and get along? An introduction to the science of mind and behavior, for everybody who has one.',
  },
  sapiens: { isbn: '9780062316097', size: [15.4, 22.8, 3], bound: 'paper', wear: 0.25, gloss: 0.35, lift: 2.4 },
  'pride-and-prejudice': { isbn: '9780141439518', size: [12.9, 19.8, 2.4], bound: 'paper', wear: 0.6, gloss: 0.5, lift: 0.8, paper: YELLOWED },
  'things-fall-apart': { isbn: '9780385474542', size: [13.2, 20.2, 1.5], bound: 'paper', wear: 0.95, gloss: 0.5, lift: 1.6, paper: YELLOWED },
  'nineteen-eighty-four': {
    isbn: '9780451524935', size: [10.6, 17.4, 2.2], bound: 'paper', wear: 1, gloss: 0.5, lift: 1.4, paper: YELLOWED,
    blurb: 'A clerk who rewrites old newspapers begins a diary, which is forbidden, and falls in love, which is worse. The novel about a state that watches everything.',
  },
  'principles-of-economics': { isbn: '9781285165875', size: [21.6, 27.2, 4.2], bound: 'hard', wear: 0.5, gloss: 0.8, lift: 0 },
  statics: { isbn: '9780132915540', size: [20.6, 25.6, 3.6], bound: 'hard', wear: 0.7, gloss: 0.5, lift: 0 },
  'art-of-electronics': { isbn: '9780521809269', size: [18.6, 26.2, 5], bound: 'hard', wear: 0.6, gloss: 0.7, lift: 0 },
  'the-shining': { isbn: '9780307743657', size: [10.8, 17.6, 3.6], bound: 'paper', wear: 0.65, gloss: 0.8, lift: 1, paper: YELLOWED },
  'hitchhikers-guide': { isbn: '9780345391803', size: [10.6, 17.4, 1.8], bound: 'paper', wear: 0.6, gloss: 0.6, lift: 1.8, paper: YELLOWED },
} satisfies Record<string, Copy>; // oxfmt-ignore

export type CopyName = keyof typeof copies;
