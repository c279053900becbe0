import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** The margin that cameras need around a code. */
const QUIET_MODULES = 4;

/** `label`: the accessible name. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const side = code.size + 2 * QUIET_MODULES;
  return (
    <svg
      viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={toSvgPath(code)} />
    </svg>
  );
}
