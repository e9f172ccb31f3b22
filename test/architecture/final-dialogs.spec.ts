import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SOURCES = resolve(__dirname, '../../dashboard/src');

/** The question before something is deleted, with all that it is given. */
const DIALOG = /<ConfirmDialog\s[^]*?[^=]>\n/g;
/** The same where it is about a record, whose name and texts are all that it is given: it says itself that it is final. */
const OF_RECORD = /<DeleteDialog\s/g;

describe('a question before a record is deleted', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const found = (pattern: RegExp) =>
    files.flatMap((file) =>
      (readFileSync(join(SOURCES, file), 'utf8').match(pattern) ?? []).map((dialog) => [file, dialog] as const),
    );
  const dialogs = found(DIALOG);
  const deleting = dialogs.filter(([, dialog]) => dialog.includes('action={common.delete}'));

  it('is one of many', () => expect(deleting.length + found(OF_RECORD).length).toBeGreaterThan(10));

  it('is final where it is about a record', () =>
    expect(deleting.map(([file]) => file)).toContain(join('shared', 'delete-dialog.tsx')));

  it.each(deleting)('says that nobody brings it back, or has its name typed: %s', (_file, dialog) => {
    expect(dialog).toMatch(/\sisFinal[\s>]|\stypedName=/);
  });
});
