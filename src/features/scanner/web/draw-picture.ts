type Drawing = {
  /** The longer side of the source as it is drawn. Codes need few pixels, and decoding each of them costs. */
  longestPx: number;
  /** Decoders look along rows and columns: a code at an angle is read from a rotated drawing. */
  degrees: number;
};

/** Draws frames and photos for a decoder, onto one canvas. */
export function createPictureDrawer() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (source: CanvasImageSource, size: Size, { longestPx, degrees }: Drawing): ImageData | null => {
    const scale = Math.min(1, longestPx / Math.max(size.width, size.height));
    const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
    if (context === null || width === 0 || height === 0) return null;
    canvas.width = width;
    canvas.height = height;
    context.translate(width / 2, height / 2);
    context.rotate((degrees * Math.PI) / 180);
    context.drawImage(source, -width / 2, -height / 2, width, height);
    return context.getImageData(0, 0, width, height);
  };
}

type Size = { width: number; height: number };
