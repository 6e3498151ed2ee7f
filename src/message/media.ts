/** Data URLs, and the media type of images whose sender did not give it. */
export function parseDataUrl(url: string): { mediaType: string; data: string } | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const header = url.slice('data:'.length, comma);
  if (comma === -1 || !header.endsWith(';base64')) return undefined;
  const mediaType = header.slice(0, -';base64'.length);
  // A data URL with parameters is kept whole, because the parameters would be lost on the way back.
  return /^[^;,\s]+\/[^;,\s]+$/.test(mediaType) ? { mediaType, data: url.slice(comma + 1) } : undefined;
}

export function dataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}

export function isImage(mediaType: string): boolean {
  return mediaType === 'image' || mediaType.startsWith('image/');
}

const imageBeginnings: readonly [base64: string, mediaType: string][] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
];

/** Recognized by the first bytes; undefined for unknown kinds. */
export function imageTypeOf(base64: string): string | undefined {
  return imageBeginnings.find(([beginning]) => base64.startsWith(beginning))?.[1];
}
