/** How small a photo leaves the phone. The same code runs in a worker and, where there is none, on the page. */

const LONGEST_SIDE_PX = 2048;
const MAX_BYTES = 700_000;
/** Tried in this order, until the file is small enough. */
const QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45];

/** What may tell where a photo was taken: EXIF of JPEG, PNG and WebP, and XMP. */
const METADATA = /Exif\0|eXIf|EXIF|ns\.adobe\.com\/xap/;

type Picture = ImageBitmap | HTMLImageElement;

type Context = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'fillRect' | 'imageSmoothingQuality' | 'drawImage'
>;

export type PhotoCanvas = {
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
 * no WebP. Throws where the browser cannot draw or encode.
 */
export async function encodePhoto(picture: Picture, createCanvas: CreateCanvas): Promise<Blob> {
  let smallest: Blob | undefined;
  for (let side = LONGEST_SIDE_PX; side > 256; side *= 0.75) {
    const canvas = drawPhoto(picture, side, createCanvas);
    for (const quality of QUALITIES) {
      smallest = await encodeCanvas(canvas, quality);
      if (smallest.size <= MAX_BYTES) return smallest;
    }
  }
  if (smallest === undefined) throw new Error('nothing was encoded');
  return smallest;
}

async function encodeCanvas(canvas: PhotoCanvas, quality: number): Promise<Blob> {
  const webp = await canvas.encode('image/webp', quality);
  const blob = webp?.type === 'image/webp' ? webp : await canvas.encode('image/jpeg', quality);
  if (blob === null) throw new Error('the canvas cannot be encoded');
  return blob;
}

function drawPhoto(picture: Picture, longestSide: number, createCanvas: CreateCanvas): PhotoCanvas {
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
