/** Reads a Blob with its byte order mark. jsdom’s Blob has no text(), and its own reader drops the mark. */
export function readText(file: Blob | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    if (file) reader.readAsArrayBuffer(file);
  });
}
