export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // Some browsers read it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
