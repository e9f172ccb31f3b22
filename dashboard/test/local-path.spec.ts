import { expect, test } from '@playwright/test';
import { localPath } from '../src/shared/local-path';

for (const path of [
  '/',
  '/tours',
  '/tours?status=draft&page=2',
  '/events/1?tab=guests#top',
  '/guests?q=http://a.example',
])
  test(`a link back may lead to ${path}`, () => {
    expect(localPath(path)).toBe(path);
  });

const ELSEWHERE = [
  'https://evil.example/',
  '//evil.example/x',
  '///evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example/x',
  '/\t/evil.example/x',
  '/\n/evil.example/x',
  '/\r\\evil.example/x',
  '\t//evil.example/x',
  ' //evil.example/x',
  // What a browser makes of these begins with two slashes.
  '/.//evil.example/x',
  '/tours/..//evil.example/x',
  '/%2e//evil.example/x',
  '/.\\\\evil.example/x',
  'javascript:alert(1)',
  'data:text/html,x',
  'http:evil.example',
  'tours',
  '',
  null,
  7,
  ['/tours'],
];
for (const value of ELSEWHERE)
  test(`a link back never leads to ${JSON.stringify(value)}`, () => {
    expect(localPath(value)).toBeUndefined();
  });
