/**
 * The text of a file in the encoding that a bank or another system chose: UTF-8, UTF-16 as Windows programs save it, what an XML file names,
 * or the older Windows encoding. R554
 */
export async function readText(file: File): Promise<string> {
  const bytes = await readBytes(file);
  const encoding = findEncoding(bytes);
  try {
    // The mark at the start is left out.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The first line of an XML file, such as `<?xml version="1.0" encoding="ISO-8859-1"?>`. */
const XML_ENCODING = /^<\?xml[^>]*encoding=["']([\w-]+)["']/;

function findEncoding(bytes: Uint8Array): string {
  const [one, two, three, four] = bytes;
  // Latin letters in UTF-16 have a zero beside them, with or without the mark at the start.
  if ((one === 0xff && two === 0xfe) || (two === 0 && four === 0)) return 'utf-16le';
  if ((one === 0xfe && two === 0xff) || (one === 0 && three === 0)) return 'utf-16be';
  const start = new TextDecoder('windows-1252').decode(bytes.slice(0, 200));
  return XML_ENCODING.exec(start)?.[1] ?? 'utf-8';
}

function readBytes(file: File): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsArrayBuffer(file);
  });
}
