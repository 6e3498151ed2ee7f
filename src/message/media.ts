/** Small rules about files in messages: data URLs, and the type of an image whose sender did not say it. */
export function parseDataUrl(url: string): { mediaType: string; data: string } | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  const header = url.slice('data:'.length, comma);
  if (comma === -1 || !header.endsWith(';base64')) return undefined;
  const mediaType = header.slice(0, -';base64'.length);
  // Parameters would be lost on the way back; such a URL is kept whole.
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

/** Read from the first bytes; undefined for kinds we don't know. */
export function imageTypeOf(base64: string): string | undefined {
  return imageBeginnings.find(([beginning]) => base64.startsWith(beginning))?.[1];
}
