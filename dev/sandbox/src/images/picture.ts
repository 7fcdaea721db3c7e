/** What the bytes of a picture say about it; the sizes in pixels. */
export interface Picture {
  format: 'jpg' | 'png' | 'gif' | 'webp' | 'avif';
  width: number;
  height: number;
}

/** The content type of each format. */
export const CONTENT_TYPES: Record<Picture['format'], string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

/**
 * Finds out what picture this is, from its bytes alone: names and types that the sender gave are not trusted.
 * @returns undefined for anything that is no whole header of a JPEG, PNG, GIF, WebP or AVIF
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  const read = [readPng, readGif, readJpeg, readWebp, readAvif];
  for (const readFormat of read) {
    try {
      const picture = readFormat(bytes);
      if (picture && picture.width > 0 && picture.height > 0) return picture;
    } catch (error) {
      // A header that ends too early.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

function readPng(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGif(bytes: Buffer): Picture | undefined {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { format: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  for (;;) {
    const marker = bytes.readUInt16BE(at);
    if (marker >> 8 !== 0xff) return undefined;
    // The frame headers hold the size: C0 to CF but for C4, C8 and CC, which are tables.
    const isFrame =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) {
      return {
        format: 'jpg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
    }
    // FF may be repeated as padding.
    at += marker === 0xffff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
}

function readWebp(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ') {
    const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    return { format: 'webp', width, height };
  }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind === 'VP8X') {
    const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    return { format: 'webp', width, height };
  }
  return undefined;
}

function readAvif(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const brands = bytes.toString('latin1', 8, bytes.readUInt32BE(0));
  if (!/avi[fs]/.test(brands)) return undefined;
  // The first image size property; the boxes around it always lie near the start.
  const at = bytes.subarray(0, 4096).indexOf('ispe', 0, 'latin1');
  if (at < 0) return undefined;
  return { format: 'avif', width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
}
