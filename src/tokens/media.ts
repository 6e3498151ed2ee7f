/**
 * Token costs of images and files. Providers price them by dimensions, pages or duration, each in its own way. Where
 * they differ the larger figure is used, because a context that is too small is better than one that is refused.
 */
import type { FilePart, Json } from '../message/message.ts';
import { type ImageSize, imageSize } from './image-size.ts';

export type MediaSource = Pick<FilePart, 'mediaType' | 'data' | 'url'>;

/** `text` is set for files that a model reads as text; it is counted like any other text. */
export type MediaCost = { tokens: number; text?: string };

/** An image of unknown size: six OpenAI tiles. */
export const defaultImageTokens = 1105;

/** A file known only by its address counts like a PDF of two pages. */
export const defaultFileTokens = 5000;

/** Anthropic names 1,500 to 3,000 text tokens per page, and shows the page as an image too. */
const tokensPerPdfPage = 2500;
const bytesPerPdfPage = 50_000;
const mostPdfPages = 1000;

/** 32 tokens a second (Gemini) at 128 kbit/s. */
const bytesPerAudioToken = 500;
/** 300 tokens a second (Gemini) at 1 Mbit/s. */
const bytesPerVideoToken = 400;
/** Office documents and similar files, read as extracted text. */
const bytesPerOtherToken = 6;

const textTypes =
  /^(text\/|application\/(.+\+)?(json|xml|yaml|x-yaml|toml|javascript|typescript|sql|x-sh)\b)/;

export function mediaCost({ mediaType, data, url }: MediaSource): MediaCost {
  const embedded = url === undefined ? undefined : parseDataUrl(url);
  if (embedded !== undefined) return mediaCost(embedded);
  const type = mediaType.toLowerCase();
  if (type.startsWith('image/')) {
    const size = data === undefined ? undefined : imageSize(data);
    return { tokens: size === undefined ? defaultImageTokens : imageTokens(size) };
  }
  if (data === undefined) return { tokens: defaultFileTokens };
  if (textTypes.test(type)) return { tokens: 0, text: Buffer.from(data, 'base64').toString('utf8') };
  const bytes = Buffer.byteLength(data, 'base64');
  if (type === 'application/pdf') return { tokens: tokensPerPdfPage * pdfPages(data, bytes) };
  if (type.startsWith('audio/')) return { tokens: Math.ceil(bytes / bytesPerAudioToken) };
  if (type.startsWith('video/')) return { tokens: Math.ceil(bytes / bytesPerVideoToken) };
  return { tokens: Math.ceil(bytes / bytesPerOtherToken) };
}

export function imageTokens(size: ImageSize): number {
  return Math.max(tileTokens(size), areaTokens(size));
}

/**
 * OpenAI: scaled to fit 2,048 squared, short side to 768, then 170 tokens per tile of 512 pixels and 85 for the whole.
 */
function tileTokens(size: ImageSize): number {
  const fitted = shrink(size, Math.min(1, 2048 / Math.max(size.width, size.height)));
  const { width, height } = shrink(fitted, Math.min(1, 768 / Math.min(fitted.width, fitted.height)));
  return 85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512);
}

/**
 * Anthropic: one token per 750 pixels, with at most 3.75 megapixels and 2,576 pixels a side (1,568 before Opus 4.7).
 */
function areaTokens(size: ImageSize): number {
  const { width, height } = shrink(size, Math.min(1, 2576 / Math.max(size.width, size.height)));
  return Math.ceil(Math.min(width * height, 3_750_000) / 750);
}

function shrink({ width, height }: ImageSize, factor: number): ImageSize {
  return { width: Math.max(1, width * factor), height: Math.max(1, height * factor) };
}

/** Counts page objects. If the writer compressed them, estimates from the file's size. */
function pdfPages(data: string, bytes: number): number {
  const content = Buffer.from(data, 'base64').toString('latin1');
  const pages = content.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0;
  const estimate = pages > 0 ? pages : Math.ceil(bytes / bytesPerPdfPage);
  return Math.min(mostPdfPages, Math.max(1, estimate));
}

const dataUrlStart = /^data:([^;,]*)(?:;[^;,]*)*?;base64,/i;

function parseDataUrl(url: string): { mediaType: string; data: string } | undefined {
  if (!url.startsWith('data:')) return undefined;
  const start = dataUrlStart.exec(url.slice(0, 256));
  if (start === null) return undefined;
  return { mediaType: start[1] || 'text/plain', data: url.slice(start[0].length) };
}

/** A cheap check that avoids walking the JSON member by member. */
export function mayEmbedMedia(json: string): boolean {
  return json.includes(';base64,') || /"(mediaType|media_type|mimeType)"/.test(json);
}

/**
 * A file inside a provider's JSON: a data URL, or base64 in `data` beside its media type, as in the Anthropic, MCP and
 * AI SDK shapes. `remainder` is left to be counted as JSON.
 */
export function embeddedMedia(value: Json | undefined): { source: MediaSource; remainder: Json } | undefined {
  if (typeof value === 'string') {
    const source = parseDataUrl(value);
    return source === undefined ? undefined : { source, remainder: '' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const mediaType = value.mediaType ?? value.media_type ?? value.mimeType;
  const { data } = value;
  if (typeof mediaType !== 'string' || typeof data !== 'string' || !looksLikeBase64(data)) return undefined;
  return { source: { mediaType, data }, remainder: { ...value, data: '' } };
}

function looksLikeBase64(data: string): boolean {
  return data.length >= 64 && /^[A-Za-z0-9+/_-]*={0,2}$/.test(data.slice(0, 256));
}
