import { LinkifyIt } from 'linkify-it';

const linkify = new LinkifyIt({
  fuzzyLink: true,
  fuzzyEmail: true,
  fuzzyIP: true,
  urlAuth: true,
  tlds: [
    'com',
    'net',
    'org',
    'it',
    'li',
    'me',
    'at',
    'zip',
    'mov',
    'om',
    'example',
    'test',
    'рф',
    'xn--p1ai',
    '公司',
    'भारत',
  ],
});

/** What more eager programs take for a link: any scheme, any host, any mailbox, and file servers. */
const EAGER = [
  /\b(?:tel|sip|callto):\d\S*/giu,
  /(?<![\p{L}\p{N}+.-])[a-z][a-z\d+.-]*:(?=[/\\]*[\p{L}+%]|[/\\]+\p{N})\S+/giu,
  /(?<!:)\/\/[\p{L}\p{N}]\S*/gu,
  /\\\\[\p{L}\p{N}]\S*/gu,
  /[\p{L}\p{N}._%+-]+[@\uff20\ufe6b][\p{L}\p{N}]\S*/gu,
  /[\p{L}\p{N}][.\u2024\u3002\ufe52\uff0e\uff61][\u200b-\u200d\u2060]*\p{L}[\p{L}\p{N}\p{M}-]+\S*/gu,
];

/** What a mail program that knows plain text alone would show as links. */
export function linksIn(text: string): string[] {
  return [...(linkify.match(text) ?? []).map(({ raw }) => raw), ...EAGER.flatMap((link) => text.match(link) ?? [])];
}
