import { describe, expect, it } from 'vitest';
import type { Json } from '../message/message.ts';
import { imageSize } from './image-size.ts';
import { defaultFileTokens, defaultImageTokens, imageTokens, mediaCost } from './media.ts';
import { createTokenCounter } from './tokenizer.ts';

const counter = createTokenCounter();

function png(width: number, height: number): string {
  const bytes = Buffer.alloc(200);
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

function gif(width: number, height: number): string {
  const bytes = Buffer.alloc(200);
  bytes.write('GIF89a', 0, 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes.toString('base64');
}

/** With a metadata segment before the frame, as cameras write it. */
function jpeg(width: number, height: number, metadataBytes = 3000): string {
  const metadata = Buffer.alloc(2 + metadataBytes);
  metadata.writeUInt16BE(0xffe1, 0);
  metadata.writeUInt16BE(metadataBytes, 2);
  const frame = Buffer.alloc(19);
  frame.writeUInt16BE(0xffc2, 0);
  frame.writeUInt16BE(17, 2);
  frame[4] = 8;
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), metadata, Buffer.from([0xff]), frame]).toString('base64');
}

function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): string {
  const bytes = Buffer.alloc(200);
  bytes.write('RIFF', 0, 'latin1');
  bytes.write(`WEBP${kind}`, 8, 'latin1');
  if (kind === 'VP8 ') {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (kind === 'VP8L') {
    bytes.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 21);
  } else {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  }
  return bytes.toString('base64');
}

describe('images', () => {
  it('R-45 dimensions are read from PNG, GIF, JPEG and the three kinds of WebP', () => {
    const size = { width: 1920, height: 1080 };
    const images = [
      png(1920, 1080),
      gif(1920, 1080),
      jpeg(1920, 1080),
      jpeg(1920, 1080, 60_000),
      webp('VP8 ', 1920, 1080),
      webp('VP8L', 1920, 1080),
      webp('VP8X', 1920, 1080),
    ];
    for (const image of images) expect(imageSize(image)).toEqual(size);
  });

  it('R-45 damaged, cut off or unknown images have no size and cost the default', () => {
    const images = [
      '',
      'AAAA',
      '!!!',
      png(0, 10),
      png(10, 10).slice(0, 20),
      jpeg(9, 9).slice(0, 400),
      webp('VP8 ', 1, 1).slice(0, 30),
    ];
    for (const data of images) {
      expect(imageSize(data)).toBeUndefined();
      expect(mediaCost({ mediaType: 'image/png', data })).toEqual({ tokens: defaultImageTokens });
    }
    expect(mediaCost({ mediaType: 'image/png', url: 'https://example.com/a.png' })).toEqual({
      tokens: defaultImageTokens,
    });
  });

  it('R-45 an image costs the larger of the tile rule and the area rule', () => {
    // One tile is 85 + 170; its 262,144 pixels / 750 are more.
    expect(imageTokens({ width: 512, height: 512 })).toBe(350);
    expect(imageTokens({ width: 100, height: 100 })).toBe(255);
    expect(imageTokens({ width: 1000, height: 1000 })).toBe(1334);
    // A narrow strip has little area but many tiles: 2,048 × 20 after fitting, four tiles.
    expect(imageTokens({ width: 8000, height: 80 })).toBe(85 + 4 * 170);
    expect(imageTokens({ width: 8000, height: 8000 })).toBe(5000);
  });

  it('R-45 the cost of an image does not depend on the length of its base64', () => {
    const image = (data: string) => counter.part({ type: 'file', mediaType: 'image/png', data });
    expect(image(png(800, 600) + 'A'.repeat(500_000))).toBe(image(png(800, 600)));
  });
});

describe('files', () => {
  const data = (text: string | Buffer) => Buffer.from(text).toString('base64');

  it('R-45 a text file costs its text', () => {
    const text = '{"name": "Ωmega", "values": [1, 2, 3]}';
    for (const mediaType of [
      'text/plain',
      'text/csv; charset=utf-8',
      'application/json',
      'application/ld+json',
    ]) {
      expect(mediaCost({ mediaType, data: data(text) })).toEqual({ tokens: 0, text });
      const tokens = counter.part({ type: 'file', mediaType, data: data(text) });
      expect(tokens).toBeGreaterThan(counter.count(text));
      expect(tokens).toBeLessThan(counter.count(text) + 8);
    }
  });

  it('R-45 a PDF costs its pages, or by its size where they cannot be read', () => {
    const pages =
      '%PDF-1.7\n<< /Type /Pages /Count 3 >>\n<< /Type /Page >>\n<</Type/Page/Parent 1 0 R>>\n<< /Type /Page >>';
    expect(mediaCost({ mediaType: 'application/pdf', data: data(pages) }).tokens).toBe(3 * 2500);
    expect(mediaCost({ mediaType: 'application/pdf', data: data('%PDF-1.7 compressed') }).tokens).toBe(2500);
    expect(mediaCost({ mediaType: 'application/pdf', data: data(Buffer.alloc(500_000)) }).tokens).toBe(
      10 * 2500,
    );
  });

  it('R-45 sound, film and other files cost by size, an address alone a default', () => {
    const bytes = data(Buffer.alloc(60_000));
    expect(mediaCost({ mediaType: 'audio/mpeg', data: bytes }).tokens).toBe(120);
    expect(mediaCost({ mediaType: 'video/mp4', data: bytes }).tokens).toBe(150);
    expect(mediaCost({ mediaType: 'application/zip', data: bytes }).tokens).toBe(10_000);
    expect(mediaCost({ mediaType: 'application/pdf', url: 'https://example.com/a.pdf' }).tokens).toBe(
      defaultFileTokens,
    );
  });

  it('R-45 a data URL is a file like any other', () => {
    const url = `data:image/png;base64,${png(1000, 1000)}`;
    expect(mediaCost({ mediaType: 'image/png', url }).tokens).toBe(1334);
    expect(
      mediaCost({ mediaType: '', url: `data:text/plain;charset=utf-8;base64,${data('hello')}` }).text,
    ).toBe('hello');
  });
});

describe('media inside tool results', () => {
  const result = (output: Json) => counter.part({ type: 'tool-result', callId: 'c1', output });
  const large = png(1000, 1000) + 'A'.repeat(200_000);

  it('R-45 a screenshot in any provider shape costs an image, not its letters', () => {
    const outputs: Json[] = [
      [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: large } }],
      { type: 'content', value: [{ type: 'media', mediaType: 'image/png', data: large }] },
      { content: [{ type: 'image', mimeType: 'image/png', data: large }] },
      [{ type: 'input_image', image_url: `data:image/png;base64,${large}` }],
    ];
    for (const output of outputs) {
      expect(result(output)).toBeGreaterThan(1334);
      expect(result(output)).toBeLessThan(1334 + 60);
    }
  });

  it('R-45 text beside a media type is counted as text', () => {
    const words = 'these are plain words and not base64 at all '.repeat(50);
    const tokens = result({ type: 'text', media_type: 'text/plain', data: words });
    expect(tokens).toBeGreaterThan(counter.count(words));
  });

  it('R-45 text around an embedded image is still counted', () => {
    const words = 'a caption of some length '.repeat(40);
    const tokens = result([
      { type: 'text', text: words },
      { type: 'image', mimeType: 'image/png', data: large },
    ]);
    expect(tokens).toBeGreaterThan(1334 + counter.count(words));
  });
});
