import { STORED_ICON_SIZE } from '../rules.ts';

/**
 * A picture of any kind that the browser shows, as a square PNG of 512 pixels in base64: its middle. Throws if it cannot be
 * read.
 */
export async function readIcon(file: File): Promise<string> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    return draw(picture);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function draw(picture: HTMLImageElement): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = STORED_ICON_SIZE;
  // An SVG without a size has none here: it is drawn into the square.
  const [width, height] = [
    picture.naturalWidth || STORED_ICON_SIZE,
    picture.naturalHeight || STORED_ICON_SIZE,
  ];
  const side = Math.min(width, height);
  const [x, y] = [(width - side) / 2, (height - side) / 2];
  const context = canvas.getContext('2d')!;
  context.drawImage(picture, x, y, side, side, 0, 0, STORED_ICON_SIZE, STORED_ICON_SIZE);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
