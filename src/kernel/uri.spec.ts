import { toUri } from './uri';

describe('toUri', () => {
  it.each([
    ['https://bücher.example/straße', 'https://xn--bcher-kva.example/stra%C3%9Fe'],
    ['https://example.com/über?q=größe', 'https://example.com/%C3%BCber?q=gr%C3%B6%C3%9Fe'],
    ['https://例え.テスト:8443/パス', 'https://xn--r8jz45g.xn--zckzah:8443/%E3%83%91%E3%82%B9'],
    ['https://example.com/a|b{c}?d=^&e=100%', 'https://example.com/a%7Cb%7Bc%7D?d=%5E&e=100%25'],
    ['https://example.com/%C3%BC/ü', 'https://example.com/%C3%BC/%C3%BC'],
  ])('makes a URI of %s', (text, uri) => {
    expect(toUri(text)).toBe(uri);
    expect(toUri(uri)).toBe(uri);
  });

  it('makes it also when asked so often that the code is compiled', () => {
    const texts = Array.from({ length: 20_000 }, () => 'https://bücher.example/ä');
    expect(new Set(texts.map(toUri))).toEqual(new Set(['https://xn--bcher-kva.example/%C3%A4']));
  });

  it.each([
    'https://example.com',
    'HTTPS://Example.com:443/a/../b?c=d&e=%2F#f',
    'http://[::1]:8080/x',
    'https://user:password@bücher.example/',
    'https://@bücher.example/',
    'https://bücher.example/a b',
    'https:\\\\bücher.example',
    'ftp://bücher.example/',
    'bücher',
    '',
  ])('leaves %s as it is', (text) => {
    expect(toUri(text)).toBe(text);
  });
});
