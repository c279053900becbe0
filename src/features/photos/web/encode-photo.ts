/** How small a photo leaves the phone. The same code runs in a worker and, where there is none, on the page. */

const LONGEST_SIDE_PX = 2048;
const MAX_BYTES = 700_000;
/** Tried in this order, until the file is small enough. */
const QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45];

/** A phone needs seconds to encode a whole photo: a quality whose file will be larger than this is not tried. */
const MAX_ESTIMATE = 1.03 * MAX_BYTES;
/** The estimate is that of a sample: a tile of each cell of this grid, a quarter of its width and height. */
const SAMPLE_GRID = 4;
const SAMPLE_SIDE = 1 / (SAMPLE_GRID * 4);
/** Encoders work in blocks of so many pixels. */
const BLOCK_PX = 16;
const MIN_SAMPLED_PX = 500_000;

/** What may tell where a photo was taken: EXIF of JPEG, PNG and WebP, and XMP. */
const METADATA = /Exif\0|eXIf|EXIF|ns\.adobe\.com\/xap/;

type Picture = ImageBitmap | HTMLImageElement;

type Context = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'fillRect' | 'imageSmoothingQuality' | 'drawImage'
>;

export type PhotoCanvas = {
  element: HTMLCanvasElement | OffscreenCanvas;
  /** Null if the browser cannot draw. */
  context: Context | null;
  /** Null if the canvas cannot be encoded. Browsers that do not know `type` answer another one. */
  encode: (type: string, quality: number) => Promise<Blob | null>;
};

type CreateCanvas = (width: number, height: number) => PhotoCanvas;

/** True for a photo that may leave as it is. */
export async function isSmallPhoto(file: Blob, { width, height }: Picture): Promise<boolean> {
  if (file.size > MAX_BYTES || Math.max(width, height) > LONGEST_SIDE_PX) return false;
  return !METADATA.test(new TextDecoder('latin1').decode(await file.arrayBuffer()));
}

/**
 * Scales a decoded picture down and encodes it without metadata: as WebP, or as JPEG where the browser writes
 * no WebP. `onDrawn` is called when the picture is not needed any more. Throws where the browser cannot draw or encode.
 */
export async function encodePhoto(
  picture: Picture,
  createCanvas: CreateCanvas,
  onDrawn?: () => void,
): Promise<Blob> {
  let canvas = drawPhoto(picture, LONGEST_SIDE_PX, createCanvas);
  onDrawn?.();
  const type = await findType(createCanvas);
  for (;;) {
    const encoded = await encodeWithin(canvas, type, createCanvas);
    if (encoded !== null) return encoded;
    const { width, height } = canvas.element;
    canvas = drawPhoto(canvas.element, Math.max(width, height) * 0.75, createCanvas);
  }
}

/** A browser that writes no WebP would write each canvas as PNG, which takes longest. */
async function findType(createCanvas: CreateCanvas): Promise<'image/webp' | 'image/jpeg'> {
  const dot = createCanvas(1, 1);
  if (dot.context === null) throw new Error('no canvas');
  dot.context.fillRect(0, 0, 1, 1);
  return (await dot.encode('image/webp', 1))?.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
}

/** Null if no quality makes it small enough. */
async function encodeWithin(
  canvas: PhotoCanvas,
  type: string,
  createCanvas: CreateCanvas,
): Promise<Blob | null> {
  const sample = drawSample(canvas, createCanvas);
  for (const quality of QUALITIES) {
    if (sample !== null && (await estimateBytes(sample, canvas, type, quality)) > MAX_ESTIMATE) continue;
    const blob = await encodeCanvas(canvas, type, quality);
    if (blob.size <= MAX_BYTES) return blob;
  }
  return null;
}

async function estimateBytes(sample: PhotoCanvas, whole: PhotoCanvas, type: string, quality: number) {
  return (await encodeCanvas(sample, type, quality)).size * (areaOf(whole) / areaOf(sample));
}

async function encodeCanvas(canvas: PhotoCanvas, type: string, quality: number): Promise<Blob> {
  const blob = await canvas.encode(type, quality);
  if (blob === null) throw new Error('the canvas cannot be encoded');
  return blob;
}

const areaOf = ({ element: { width, height } }: PhotoCanvas): number => width * height;

function drawPhoto(
  picture: Picture | PhotoCanvas['element'],
  longestSide: number,
  createCanvas: CreateCanvas,
): PhotoCanvas {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = createCanvas(width, height);
  const { context } = canvas;
  if (context === null) throw new Error('no canvas');
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

/** Null for a picture that is encoded soon. */
function drawSample(whole: PhotoCanvas, createCanvas: CreateCanvas): PhotoCanvas | null {
  const { element } = whole;
  if (areaOf(whole) < MIN_SAMPLED_PX) return null;
  const tileSide = (side: number) => BLOCK_PX * Math.max(1, Math.round((side * SAMPLE_SIDE) / BLOCK_PX));
  const [width, height] = [tileSide(element.width), tileSide(element.height)];
  const sample = createCanvas(width * SAMPLE_GRID, height * SAMPLE_GRID);
  for (let column = 0; column < SAMPLE_GRID; column += 1)
    for (let row = 0; row < SAMPLE_GRID; row += 1) {
      const x = Math.round(((column + 0.5) / SAMPLE_GRID) * element.width - width / 2);
      const y = Math.round(((row + 0.5) / SAMPLE_GRID) * element.height - height / 2);
      sample.context?.drawImage(element, x, y, width, height, column * width, row * height, width, height);
    }
  return sample;
}
