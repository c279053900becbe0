/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'scanner.bar.camera': null;
    'scanner.bar.camera-number': { number: number };
    'scanner.bar.close': null;
    'scanner.bar.light': null;
    'scanner.camera.missing-text': null;
    'scanner.camera.missing-title': null;
    'scanner.decoder.missing-text': null;
    'scanner.decoder.missing-title': null;
    'scanner.photo.action': null;
    'scanner.strip.pause': null;
    'scanner.strip.paused': null;
    'scanner.strip.resume': null;
  }
}
