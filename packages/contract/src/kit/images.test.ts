import { describe, expect, it } from 'vitest';
import { imageInSize } from './images';

describe('another size of an image', () => {
  it('is beside the one that was answered', () => {
    const url = '/uploads/AbC-_0123456789abcdefg/large.webp';
    expect(imageInSize(url, 'thumb')).toBe('/uploads/AbC-_0123456789abcdefg/thumb.webp');
    expect(imageInSize(url, 'card')).toBe('/uploads/AbC-_0123456789abcdefg/card.webp');
    expect(imageInSize(url, 'large')).toBe(url);
    expect(imageInSize(`https://api.example${url}`, 'card')).toBe(
      url.replace('large', 'card').replace(/^/, 'https://api.example'),
    );
  });

  it.each([
    'https://cdn.example/foto.jpg',
    '/uploads/foto.png',
    '/uploads/a/large.webp?v=1',
    '/otras/a/large.webp',
    '/uploads/a/b/large.webp',
    '',
  ])('does not exist on a server that keeps none: %s', (url) => {
    expect(imageInSize(url, 'thumb')).toBe(url);
  });
});
