/** Decodes pictures with zbar. Its response has a policy that allows WebAssembly; no page has. */
import wasmUrl from '@undecaf/zbar-wasm/dist/zbar.wasm?url';
import {
  scanRGBABuffer,
  setModuleArgs,
  ZBarConfigType,
  ZBarScanner,
  ZBarSymbolType,
} from '@undecaf/zbar-wasm';
import type { DecoderMessage, Picture } from './decoder.ts';

/** The formats to read, without the add-ons beside books' barcodes and formats that stripes are mistaken for. */
const formats = new Map<ZBarSymbolType, string>([
  [ZBarSymbolType.ZBAR_EAN13, 'ean_13'],
  [ZBarSymbolType.ZBAR_EAN8, 'ean_8'],
  [ZBarSymbolType.ZBAR_UPCA, 'upc_a'],
  [ZBarSymbolType.ZBAR_UPCE, 'upc_e'],
  [ZBarSymbolType.ZBAR_CODABAR, 'codabar'],
  [ZBarSymbolType.ZBAR_CODE39, 'code_39'],
  [ZBarSymbolType.ZBAR_CODE93, 'code_93'],
  [ZBarSymbolType.ZBAR_CODE128, 'code_128'],
  [ZBarSymbolType.ZBAR_QRCODE, 'qr_code'],
]);

const send = (message: DecoderMessage): void => postMessage(message);

async function openScanner(): Promise<ZBarScanner> {
  setModuleArgs({ locateFile: () => wasmUrl });
  const scanner = await ZBarScanner.create();
  scanner.setConfig(ZBarSymbolType.ZBAR_NONE, ZBarConfigType.ZBAR_CFG_ENABLE, 0);
  for (const type of formats.keys()) scanner.setConfig(type, ZBarConfigType.ZBAR_CFG_ENABLE, 1);
  return scanner;
}

const opening = openScanner();
opening.then(
  () => send({ ready: true }),
  () => send({ ready: false }),
);

addEventListener('message', ({ data: { pixels, width, height } }: MessageEvent<Picture>) => {
  const decode = async () => {
    const symbols = await scanRGBABuffer(pixels, width, height, await opening);
    send({
      codes: symbols.map((symbol) => ({ format: formats.get(symbol.type) ?? '', text: symbol.decode() })),
    });
  };
  decode().catch(() => send({ codes: [] }));
});
