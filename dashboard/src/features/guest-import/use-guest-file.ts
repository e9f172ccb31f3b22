import { useDebouncedValue } from '@mantine/hooks';
import { DELIMITERS, delimiterOf, type Delimiter } from '@tour-events/csv';
import { useMemo, useState } from 'react';
import { useEveryText } from '../../shared/language';
import { useDraftKey, useSession } from '../session';
import { decoded, encodingOf, linesOf, wrongFile, type Encoding, type FileLine, type WrongFile } from './csv-file';
import {
  columnNames,
  guessedMapping,
  rememberedMapping,
  rememberMapping,
  type Mapping,
  type Question,
} from './guest-columns';
import { guestRows, type GuestRow } from './guest-rows';
import { headerLineOf } from './header-line';
import { countryOfZone } from '../../shared/phone-countries';

const PAUSE_MS = 400;

interface Chosen {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly separator: Delimiter;
  /** Null until somebody chooses otherwise than was guessed or remembered. */
  readonly mapping: Mapping | null;
  readonly country: string | null;
  /** Another one for each file. */
  readonly id: number;
}

/** A file as it is read and matched at the moment. */
export interface GuestFileState {
  /** Another one for each file. */
  readonly id: number;
  readonly name: string;
  readonly encoding: Encoding;
  readonly separator: Delimiter;
  readonly columns: readonly string[];
  readonly lines: readonly FileLine[];
  readonly mapping: Mapping;
  /** Where phone numbers without a country's code are from; null to leave them as they are. */
  readonly country: string | null;
  /** Of the event that the guests are put on; null without one. */
  readonly questions: readonly Question[] | null;
  /** Whether no line has anything in a column. */
  readonly isEmpty: (index: number) => boolean;
  readonly rows: readonly GuestRow[];
  /** Changes whenever the rows change. */
  readonly key: string;
  /** Whether what was chosen last is already in the rows. */
  readonly isSettled: boolean;
}

interface GuestFiles {
  readonly file: GuestFileState | null;
  /** Why the file that was chosen can't be read. */
  readonly problem: WrongFile | 'empty' | null;
  readonly choose: (file: File | null) => Promise<void>;
  readonly change: (changes: Partial<Pick<Chosen, 'encoding' | 'separator' | 'mapping' | 'country'>>) => void;
}

let files = 0;

/** The lines of a file from that on which names the columns. Files that were joined name them again, which is no guest. */
function tableOf(text: string, separator: Delimiter): FileLine[] {
  const header = headerLineOf(text).line;
  const [names, ...lines] = linesOf(text, separator).filter(({ line }) => line >= header);
  if (names === undefined) return [];
  const whole = ({ cells }: FileLine) => cells.map((cell) => cell.replaceAll('\uFEFF', '').trim()).join('\n');
  const named = whole(names);
  return [names, ...lines.filter((line) => whole(line) !== named)];
}

/**
 * The file that somebody has chosen: how it is encoded and separated, and which column is what.
 *
 * @param questions of the event that the guests are put on; null without one
 */
export function useGuestFile(questions: readonly Question[] | null): GuestFiles {
  const { guestImport: text } = useEveryText();
  const owner = useDraftKey(questions === null ? 'import' : 'import for an event');
  const { timezone } = useSession().organization;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [wrong, setWrong] = useState<WrongFile | null>(null);
  const { bytes, encoding, separator } = chosen ?? {};
  const lines = useMemo(
    () => (bytes === undefined ? [] : tableOf(decoded(bytes, encoding!), separator!)),
    [bytes, encoding, separator],
  );
  const columns = useMemo(() => columnNames(lines[0]?.cells ?? [], text.unnamed), [lines, text]);
  const isEmpty = useMemo(() => {
    const filled = new Set(
      lines.slice(1).flatMap(({ cells }) => [...cells.keys()].filter((at) => cells[at]!.trim() !== '')),
    );
    return (index: number) => !filled.has(index);
  }, [lines]);
  const mapping = useMemo(
    () =>
      chosen?.mapping ?? rememberedMapping(owner, columns, questions) ?? guessedMapping(columns, isEmpty, questions),
    [chosen?.mapping, columns, isEmpty, owner, questions],
  );
  const [settled] = useDebouncedValue(mapping, PAUSE_MS);
  const used = settled.length === columns.length ? settled : mapping;
  const country = chosen?.country ?? null;
  const rows = useMemo(
    () => guestRows(lines.slice(1), { columns, mapping: used, country, questions }),
    [lines, columns, used, country, questions],
  );

  const choose = async (file: File | null) => {
    if (file === null) return setChosen(null);
    const read = new Uint8Array(await file.arrayBuffer());
    const mistake = wrongFile(read);
    setWrong(mistake);
    if (mistake !== null) return setChosen(null);
    const guess = encodingOf(read);
    const text = decoded(read, guess);
    const separator = delimiterOf(text.slice(headerLineOf(text).offset), DELIMITERS);
    const country = countryOfZone(timezone);
    setChosen({ name: file.name, bytes: read, encoding: guess, separator, mapping: null, country, id: ++files });
  };
  const change: GuestFiles['change'] = (changes) => {
    if (changes.mapping != null) rememberMapping(owner, columns, changes.mapping);
    // Other letters or separators mean other columns.
    const mapped = 'mapping' in changes || 'country' in changes ? {} : { mapping: null };
    setChosen((before) => before && { ...before, ...mapped, ...changes });
  };

  if (chosen === null) return { file: null, problem: wrong, choose, change };
  const key = [chosen.id, encoding, separator, country, ...used].join(' ');
  const file = { ...chosen, questions, columns, lines, mapping, isEmpty, rows, key, isSettled: used === mapping };
  return { file, problem: lines.length < 2 ? 'empty' : null, choose, change };
}
