import type { Setting } from '../compose-photo.ts';
import type { CopyName } from './photographed-books.ts';

/** Things beside the book: what, where on the table (x, z) or on the book, and how it is turned. */
export type Prop = {
  thing: 'pencil' | 'pen' | 'mug' | 'note' | 'sheet' | 'keyboard' | 'cable' | 'hand' | 'tabs' | 'book';
  at: readonly [x: number, z: number, y?: number];
  angle: number;
};

export type Shot = {
  copy: CopyName;
  look: 'front' | 'back' | 'page' | 'edge';
  /** How the book is turned on the table. */
  angle: number;
  setting: Omit<Setting, 'seed'>;
  props: readonly Prop[];
};

const view = (height: number, around: number, distance: number, roll = 0, x = 0, z = 0) => ({
  height, around, distance, roll, offset: [x, 1.5, z] as const,
}); // oxfmt-ignore

/** Each photo: `NAME-LOOK.webp`. No two have the same table, light and view. */
export const shots: readonly Shot[] = [
  { copy: 'campbell-biology', look: 'front', angle: 7, setting: { table: 'oak', tableAngle: 12, light: 'window', lightFrom: 152, view: view(61, 9, 38, -2) }, props: [{ thing: 'mug', at: [-19, -13], angle: 205 }, { thing: 'pencil', at: [16, 13], angle: 68 }] },
  { copy: 'campbell-biology', look: 'page', angle: -8, setting: { table: 'oak', tableAngle: 8, light: 'window', lightFrom: 165, view: view(60, -6, 41, 3, 4, 1) }, props: [{ thing: 'pen', at: [9, 15], angle: 24 }] },
  { copy: 'campbell-biology', look: 'back', angle: 3, setting: { table: 'oak', tableAngle: 100, light: 'window', lightFrom: 40, view: view(76, -4, 39, 4) }, props: [{ thing: 'hand', at: [4, 26, 32], angle: 12 }] },
  { copy: 'calculus', look: 'front', angle: -14, setting: { table: 'sheet', tableAngle: 30, light: 'cloudy', lightFrom: 120, view: view(54, -10, 39, 2) }, props: [{ thing: 'tabs', at: [0, 0], angle: 0 }] },
  { copy: 'calculus', look: 'page', angle: 12, setting: { table: 'white', tableAngle: 0, light: 'lamp', lightFrom: 60, view: view(66, 14, 43, -4, -2, 1) }, props: [{ thing: 'pencil', at: [-17, 15], angle: 20 }] },
  { copy: 'introduction-to-algorithms', look: 'front', angle: 18, setting: { table: 'white', tableAngle: 20, light: 'ceiling', lightFrom: 70, view: view(50, 4, 38, 1) }, props: [{ thing: 'keyboard', at: [-24, -31], angle: -6 }, { thing: 'cable', at: [10, 12], angle: -60 }] },
  { copy: 'psychology', look: 'front', angle: -5, setting: { table: 'carpet', tableAngle: 0, light: 'window', lightFrom: 20, view: view(72, 0, 40, -5) }, props: [{ thing: 'hand', at: [-9, 28, 34], angle: -20 }] },
  { copy: 'psychology', look: 'back', angle: 11, setting: { table: 'carpet', tableAngle: 45, light: 'window', lightFrom: 35, view: view(66, 8, 40, 2), shake: 0.25 }, props: [] },
  { copy: 'pride-and-prejudice', look: 'front', angle: 24, setting: { table: 'checked', tableAngle: 14, light: 'sun', lightFrom: 130, view: view(56, 12, 27, 0) }, props: [{ thing: 'mug', at: [11, -12], angle: 300 }] },
  { copy: 'nineteen-eighty-four', look: 'front', angle: -9, setting: { table: 'walnut', tableAngle: 82, light: 'lamp', lightFrom: 145, view: view(60, -12, 24, 3) }, props: [{ thing: 'cable', at: [-9, -9], angle: 12 }] },
  { copy: 'nineteen-eighty-four', look: 'back', angle: 6, setting: { table: 'walnut', tableAngle: 60, light: 'lamp', lightFrom: 120, view: view(74, 5, 24, -6), shake: 0.3 }, props: [] },
  { copy: 'organic-chemistry', look: 'front', angle: 4, setting: { table: 'stone', tableAngle: 0, light: 'ceiling', lightFrom: 110, view: view(64, 16, 38, -1) }, props: [{ thing: 'tabs', at: [0, 0], angle: 0 }, { thing: 'pen', at: [14, 8], angle: 96 }] },
  { copy: 'organic-chemistry', look: 'page', angle: -4, setting: { table: 'stone', tableAngle: 15, light: 'cloudy', lightFrom: 170, view: view(50, 18, 40, 2, 4, 3) }, props: [{ thing: 'note', at: [10, -6, 5], angle: -12 }] },
  { copy: 'principles-of-economics', look: 'front', angle: -22, setting: { table: 'walnut', tableAngle: 5, light: 'window', lightFrom: 115, view: view(52, -16, 40, -3) }, props: [{ thing: 'note', at: [4, 7, 4.25], angle: -14 }] },
  { copy: 'fundamentals-of-physics', look: 'front', angle: 10, setting: { table: 'green', tableAngle: 0, light: 'cloudy', lightFrom: 60, view: view(68, 2, 39, 5) }, props: [{ thing: 'pencil', at: [-18, 12], angle: 110 }, { thing: 'sheet', at: [19, -9], angle: 20 }] },
  { copy: 'fundamentals-of-physics', look: 'edge', angle: -48, setting: { table: 'green', tableAngle: 0, light: 'window', lightFrom: 330, view: view(44, 14, 33, 1) }, props: [] },
  { copy: 'art-of-electronics', look: 'front', angle: 12, setting: { table: 'white', tableAngle: 60, light: 'window', lightFrom: 75, view: view(46, 20, 37, -2) }, props: [{ thing: 'cable', at: [-14, -14], angle: 30 }] },
  { copy: 'the-shining', look: 'front', angle: -16, setting: { table: 'sheet', tableAngle: 70, light: 'lamp', lightFrom: 30, view: view(58, 6, 26, 4) }, props: [] },
  { copy: 'hitchhikers-guide', look: 'front', angle: 30, setting: { table: 'oak', tableAngle: 95, light: 'sun', lightFrom: 55, view: view(62, 18, 24, -3) }, props: [{ thing: 'pencil', at: [-11, 4], angle: 80 }] },
  { copy: 'sapiens', look: 'front', angle: -6, setting: { table: 'sheet', tableAngle: 120, light: 'window', lightFrom: 40, view: view(52, -14, 32, 2) }, props: [] },
  { copy: 'c-programming', look: 'front', angle: 9, setting: { table: 'walnut', tableAngle: 30, light: 'ceiling', lightFrom: 20, view: view(70, -3, 33, -4) }, props: [{ thing: 'keyboard', at: [-15, -34], angle: 3 }] },
  { copy: 'c-programming', look: 'page', angle: 5, setting: { table: 'walnut', tableAngle: 35, light: 'ceiling', lightFrom: 40, view: view(60, -18, 32, 0, -1, 0) }, props: [{ thing: 'pencil', at: [10, 14], angle: 8 }] },
  { copy: 'statics', look: 'front', angle: -11, setting: { table: 'stone', tableAngle: 40, light: 'sun', lightFrom: 200, view: view(57, -8, 36, 1) }, props: [{ thing: 'pen', at: [-15, 9], angle: 60 }] },
  { copy: 'things-fall-apart', look: 'front', angle: 14, setting: { table: 'green', tableAngle: 25, light: 'window', lightFrom: 185, view: view(54, 10, 27, -2) }, props: [{ thing: 'book', at: [-20, -15], angle: 25 }] },
  { copy: 'linear-algebra-done-right', look: 'front', angle: -19, setting: { table: 'oak', tableAngle: 50, light: 'lamp', lightFrom: 100, view: view(63, -5, 32, 6) }, props: [{ thing: 'mug', at: [15, -10], angle: 40 }, { thing: 'sheet', at: [-16, 6], angle: -12 }] },
]; // oxfmt-ignore
