import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadSharp } from '#platform/server/images/load-sharp.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { campusProblem } from '../contract.ts';
import { ICON_SIZES, MAX_ICON_BYTES, STORED_ICON_SIZE } from '../rules.ts';
import { readCampusIcon } from './stored-settings.ts';

/** A square of at least 512 pixels, as PNG. What is larger than a phone's screen is refused before it is decoded. */
const MAX_PIXELS = 2048 * 2048;

/** Keeps the pixels only. Throws 'invalid-icon'. */
export async function toStoredIcon(base64: string): Promise<Buffer> {
  const source = Buffer.from(base64, 'base64');
  if (source.length > MAX_ICON_BYTES) throw campusProblem('invalid-icon');
  const sharp = await loadSharp();
  try {
    const picture = sharp(source, { failOn: 'error', limitInputPixels: MAX_PIXELS });
    const { format, width, height } = await picture.metadata();
    if (format !== 'png' || width !== height || width < STORED_ICON_SIZE) throw campusProblem('invalid-icon');
    return await picture
      .resize(STORED_ICON_SIZE, STORED_ICON_SIZE)
      .toColorspace('srgb')
      .png()
      .timeout({ seconds: 5 })
      .toBuffer();
  } catch {
    throw campusProblem('invalid-icon');
  }
}

/** `GET /campus-icon-192.png`: the icon in the sizes that browsers ask for. Its URL carries its version. */
export function mountCampusIcons(
  { http, database }: Pick<ServerContext, 'http' | 'database'>,
  iconVersion: number | null,
): void {
  const scaled = new Map<number, Promise<Buffer | null>>();
  const scale = async (size: number) => {
    const icon = await readCampusIcon(database);
    if (icon === null) return null;
    const sharp = await loadSharp();
    return sharp(icon).resize(size, size).png().toBuffer();
  };
  for (const size of ICON_SIZES)
    http.get(
      `/campus-icon-${size}.png`,
      { config: { auth: 'public' } },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const icon = scaled.get(size) ?? scale(size);
        scaled.set(size, icon);
        icon.catch(() => scaled.delete(size));
        const bytes = await icon;
        if (bytes === null) return reply.callNotFound();
        // While a process opens the campus again, it still has the icon of before.
        const isCurrent = (request.query as { v?: string }).v === String(iconVersion);
        const kept = isCurrent ? 'public, max-age=86400' : 'no-store';
        return reply.type('image/png').header('cache-control', kept).send(bytes);
      },
    );
}
