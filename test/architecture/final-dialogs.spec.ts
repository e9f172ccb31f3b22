import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SOURCES = resolve(__dirname, '../../dashboard/src');

/** The question before something is deleted, with all that it is given. */
const DIALOG = /<ConfirmDialog\s[^]*?\n\s*>\n/g;

describe('a question before a record is deleted', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const dialogs = files.flatMap((file) =>
    (readFileSync(join(SOURCES, file), 'utf8').match(DIALOG) ?? []).map((dialog) => [file, dialog] as const),
  );
  const deleting = dialogs.filter(([, dialog]) => dialog.includes('action={common.delete}'));

  it('is one of many', () => expect(deleting.length).toBeGreaterThan(10));

  it.each(deleting)('says that nobody brings it back, or has its name typed: %s', (_file, dialog) => {
    expect(dialog).toMatch(/\sisFinal\s|\stypedName=/);
  });
});
