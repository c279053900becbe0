import sharp from 'sharp';
import { crc32, deflateSync } from 'node:zlib';

export const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c04020' } });

export const noisePicture = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  });

/** Red left, blue right: shows the orientation. */
export const twoHalvesPicture = (width: number, height: number) =>
  plainPicture(width, height).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#2040c0' } },
      left: width / 2,
      top: 0,
    },
  ]);

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A black square of 900 million pixels in about 500 KB. */
export function bombPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
