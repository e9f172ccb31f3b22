import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_FOLDER } from '../config/release';

/** Where the guides are served, at the same paths as in the repository, so that their links to each other work. */
export const GUIDES_PATH = '/api/docs/files';

/** What a partner reads of the repository, and a partner's assistant. */
const FILES = [
  'docs/partners.md',
  'docs/webhooks.md',
  'packages/client/README.md',
  'examples/README.md',
  'examples/sync-guests.mjs',
  'examples/contacts.csv',
  'examples/webhook-receiver.mjs',
  'examples/seat-board.mjs',
];

/** A page or a program. */
export interface Guide {
  readonly path: string;
  readonly text: string;
  /** Its heading; the name of a program. */
  readonly title: string;
  /** Its first sentence. */
  readonly summary: string;
}

/** All guides, in the order in which a partner reads them. */
export function guides(): Guide[] {
  return FILES.map((path) => {
    const text = readFileSync(join(PACKAGE_FOLDER, path), 'utf8');
    const heading = /^# (.+)$/m.exec(text)?.[1];
    const title = heading ?? path.slice(dirname(path).length + 1);
    return { path, text, title, summary: firstSentence(text) };
  });
}

/** Of the first paragraph of a page, or of the comment that a program begins with; empty where there is neither. */
function firstSentence(text: string): string {
  const paragraph = /^(?:# .+\n\n|\/\*\*\n)((?:.+\n)+)/.exec(text)?.[1] ?? '';
  const plain = paragraph
    .replaceAll(/^ \* ?/gm, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\s+/g, ' ');
  return /^(.*?[.])(?: |$)/.exec(plain)?.[1] ?? '';
}
