import type { CoverBook } from '#ui/cover/cover-rules.ts';
import { addClosedBook } from './scene/closed-book.ts';
import { backTexture, frontTexture, spineTexture, type PhotographedBook } from './scene/cover-textures.ts';
import { addOpenBook } from './scene/open-book.ts';
import { noteTexture, pageTexture, plainTexture } from './scene/page-textures.ts';
import { copies, type Copy } from './scene/photographed-books.ts';
import { addCable, addKeyboard, addMug, addPaper, addPencil, addShade } from './scene/props.ts';
import type { Prop, Shot } from './scene/shots.ts';
import type { Mesh } from './tracer/mesh.ts';
import type { Vector } from './tracer/vector.ts';

/** Draws the textures of a shot; what is returned puts its book and its props on the table. */
export async function furnishShot(
  shot: Shot,
  listed: CoverBook,
  seed: number,
): Promise<(mesh: Mesh) => void> {
  const copy: Copy = copies[shot.copy];
  const book = { ...listed, isbn: copy.isbn, ...(copy.blurb !== undefined && { blurb: copy.blurb }) };
  const addBook =
    shot.look === 'page' ? await openBook(shot, copy, seed) : await closedBook(shot, copy, book, seed);
  const note = await noteTexture(seed);
  return (mesh) => {
    addBook(mesh);
    for (const prop of shot.props) addProp(mesh, prop, { copy, bookAngle: shot.angle, note });
  };
}

async function openBook({ angle }: Shot, { size, pages }: Copy, seed: number) {
  if (pages === undefined) throw new Error('This copy has no pages to show');
  const [leftPage, rightPage] = [await pageTexture(pages[0]), await pageTexture(pages[1])];
  const [width, height, thickness] = size;
  return (mesh: Mesh) =>
    addOpenBook(
      mesh,
      {
        width: width * 0.97, height: height * 0.97, left: thickness * 0.36, right: thickness * 0.58,
        leftPage, rightPage, cover: plainTexture(70, 84, 96), seed,
      },
      { at: [0, 0, 0], angle },
    ); // oxfmt-ignore
}

async function closedBook({ look, angle }: Shot, copy: Copy, book: PhotographedBook, seed: number) {
  const draw = look === 'back' ? backTexture : frontTexture;
  const cover = await draw(book, copy.wear);
  const spine = await spineTexture(book, copy.wear);
  const [width, height, thickness] = copy.size;
  const { bound, lift, gloss, paper } = copy;
  const side = look === 'back' ? 'back' : 'front';
  const shape = { width, height, thickness, bound, side, cover, spine, lift, gloss, seed } as const;
  return (mesh: Mesh) =>
    addClosedBook(mesh, { ...shape, ...(paper !== undefined && { paper }) }, { at: [0, 0, 0], angle });
}

type Surroundings = { copy: Copy; bookAngle: number; note: Awaited<ReturnType<typeof noteTexture>> };

function addProp(
  mesh: Mesh,
  { thing, at: [x, z, y = 0], angle }: Prop,
  { copy, bookAngle, note }: Surroundings,
): void {
  const at: Vector = [x, y, z];
  const placement = { at, angle };
  if (thing === 'pencil') addPencil(mesh, [196, 146, 52], placement);
  else if (thing === 'pen') addPencil(mesh, [32, 52, 96], placement);
  else if (thing === 'mug') addMug(mesh, [206, 210, 214], placement);
  else if (thing === 'note') addPaper(mesh, { width: 7.5, height: 7.5, texture: note, curl: 1 }, placement);
  else if (thing === 'sheet')
    addPaper(mesh, { width: 21, height: 29.7, texture: plainTexture(236, 234, 228), curl: 0.6 }, placement);
  else if (thing === 'keyboard') addKeyboard(mesh, placement);
  else if (thing === 'cable') addCable(mesh, [228, 228, 226], placement);
  else if (thing === 'hand') addShade(mesh, 9, 15, placement);
  else if (thing === 'tabs') addTabs(mesh, copy, bookAngle);
  else
    addClosedBook(
      mesh,
      {
        width: 14, height: 21, thickness: 2.6, bound: 'paper', side: 'front', lift: 0.6, gloss: 0.5, seed: 7,
        cover: plainTexture(150, 62, 52), spine: plainTexture(142, 56, 48),
      },
      placement,
    ); // oxfmt-ignore
}

/** Sticky tabs between the pages, at the free edge. */
function addTabs(mesh: Mesh, { size: [width, height, thickness] }: Copy, angle: number): void {
  const textures = [
    plainTexture(240, 208, 70),
    plainTexture(232, 120, 130),
    plainTexture(120, 186, 120),
    plainTexture(110, 160, 214),
  ];
  for (const [index, texture] of textures.entries()) {
    const radians = (angle * Math.PI) / 180;
    const [x, z] = [width / 2 + 0.35, height * (-0.34 + index * 0.17)];
    const at: Vector = [
      x * Math.cos(radians) + z * Math.sin(radians),
      thickness * (0.75 - index * 0.14),
      z * Math.cos(radians) - x * Math.sin(radians),
    ];
    addPaper(mesh, { width: 1.8, height: 1.2, texture, curl: 0.08 }, { at, angle });
  }
}
