/** Pictures of barcodes and QR codes, and the file that Chromium's fake camera shows. */
import { renameSync, writeFileSync } from 'node:fs';
import { generate } from 'lean-qr';
import sharp from 'sharp';

/** The bars of the digits left of the middle; the others are derived from them. */
const oddCodes = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
const rightCodes = oddCodes.map((bars) => [...bars].map((bar) => (bar === '1' ? '0' : '1')).join(''));
const evenCodes = rightCodes.map((bars) => [...bars].toReversed().join(''));
/** Which of the six digits after the first are odd: so the first one is written. */
const parities = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ');
/** The same for an add-on of five digits, by its checksum. */
const addOnParities = 'EEOOO EOEOO EOOEO EOOOE OEEOO OOEEO OOOEE OEOEO OEOOE OOEOE'.split(' ');

const digitBars = (digits: string, parity: string): string[] =>
  [...digits].map((digit, at) => (parity[at] === 'O' ? oddCodes : evenCodes)[Number(digit)]!);

/** The bars of an EAN-13, '1' is black. `addOn`: the five digits beside it. */
export function ean13(digits: string, addOn = ''): string {
  const left = digitBars(digits.slice(1, 7), parities[Number(digits[0])]!).join('');
  const right = digits.slice(7).replace(/./g, (digit) => rightCodes[Number(digit)]!);
  const bars = `101${left}01010${right}101`;
  if (addOn === '') return bars;
  const sum = [...addOn].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 9), 0);
  return `${bars}${'0'.repeat(10)}1011${digitBars(addOn, addOnParities[sum % 10]!).join('01')}`;
}

type BackCover = {
  /** '' for none. */
  bars: string;
  /** Clockwise. */
  degrees?: number;
};

const [WIDTH, HEIGHT] = [640, 480];
const BAR_PX = 3;
const BAR_HEIGHT_PX = 120;
/** Each pixel is the mean of so many points squared: bars at an angle have soft edges. */
const SAMPLES = 3;
const [BLACK, WHITE, TABLE] = [24, 235, 128];

/** Gray pixels of a white label with bars, on a gray table. */
function drawCover({ bars, degrees = 0 }: BackCover): Uint8Array {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [length, margin] = [bars.length * BAR_PX, 10 * BAR_PX];
  const shadeAt = (x: number, y: number): number => {
    const [right, down] = [x - WIDTH / 2, y - HEIGHT / 2];
    const along = right * cos + down * sin + length / 2;
    const across = Math.abs(down * cos - right * sin);
    if (bars === '' || along < -margin || along > length + margin || across > BAR_HEIGHT_PX) return TABLE;
    return bars[Math.floor(along / BAR_PX)] === '1' && across < BAR_HEIGHT_PX / 2 ? BLACK : WHITE;
  };
  const steps = Array.from({ length: SAMPLES }, (_, step) => (step + 0.5) / SAMPLES);
  for (let at = 0; at < pixels.length; at += 1) {
    let sum = 0;
    for (const dx of steps)
      for (const dy of steps) sum += shadeAt((at % WIDTH) + dx, Math.floor(at / WIDTH) + dy);
    pixels[at] = sum / SAMPLES ** 2;
  }
  return pixels;
}

const MODULE_PX = 9;

/** Gray pixels of a white screen with a QR code, on a gray table. */
function drawQrCode(text: string): Uint8Array {
  const code = generate(text);
  const [left, top] = [WIDTH, HEIGHT].map((size) => Math.round((size - code.size * MODULE_PX) / 2));
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const x = Math.floor(((at % WIDTH) - left!) / MODULE_PX);
    const y = Math.floor((Math.floor(at / WIDTH) - top!) / MODULE_PX);
    if (Math.min(x, y) < -4 || Math.max(x, y) >= code.size + 4) return TABLE;
    return code.get(x, y) ? BLACK : WHITE;
  });
}

/** What the fake camera shows from the next time that it opens. */
export const showToCamera = (file: string, cover: BackCover): void => {
  const picture = drawCover(cover);
  writeFrames(file, [picture, picture], 20);
};

export const showQrCodeToCamera = (file: string, text: string): void => {
  const picture = drawQrCode(text);
  writeFrames(file, [picture, picture], 20);
};

/** One cover after the other, each for two seconds, and then again from the first. */
export function showAllToCamera(file: string, covers: readonly BackCover[]): void {
  const pictures = covers.map(drawCover).flatMap((picture) => [picture, picture]);
  writeFrames(file, pictures, 1);
}

function writeFrames(file: string, pictures: readonly Uint8Array[], perSecond: number): void {
  const colorless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${perSecond}:1 Ip A1:1 C420jpeg\n`);
  const frames = pictures.flatMap((pixels) => [Buffer.from('FRAME\n'), pixels, colorless]);
  // Not while the camera reads it.
  writeFileSync(`${file}.next`, Buffer.concat([header, ...frames]));
  renameSync(`${file}.next`, file);
}

/** The same as a photo. */
export const photoOf = (cover: BackCover): Promise<Buffer> =>
  sharp(drawCover(cover), { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .jpeg()
    .toBuffer();
