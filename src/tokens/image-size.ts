/** Reads an image's dimensions from the first bytes of its base64: PNG, JPEG, GIF and WebP. Decodes nothing else. */
export type ImageSize = { width: number; height: number };

/** In a JPEG the size follows the metadata, which can contain a thumbnail and a colour profile. */
const headerCharacters = 400_000;

export function imageSize(base64: string): ImageSize | undefined {
  const start = Buffer.from(base64.slice(0, 64), 'base64');
  const size = pngSize(start) ?? gifSize(start) ?? webpSize(start) ?? jpegSizeOf(start, base64);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function pngSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30) return undefined;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

function jpegSizeOf(start: Buffer, base64: string): ImageSize | undefined {
  if (start.length < 3 || start.readUInt16BE(0) !== 0xffd8) return undefined;
  return jpegSize(Buffer.from(base64.slice(0, headerCharacters), 'base64'));
}

function jpegSize(bytes: Buffer): ImageSize | undefined {
  let position = 2;
  while (position + 9 <= bytes.length) {
    if (bytes[position] !== 0xff) return undefined;
    const marker = bytes[position + 1]!;
    if (marker === 0xff) {
      position += 1;
    } else if (isStartOfFrame(marker)) {
      return { height: bytes.readUInt16BE(position + 5), width: bytes.readUInt16BE(position + 7) };
    } else {
      position += 2 + (isBareMarker(marker) ? 0 : bytes.readUInt16BE(position + 2));
    }
  }
  return undefined;
}

/** C4, C8 and CC lie in the range but define tables. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function isBareMarker(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
