import { Readable } from 'node:stream';
import { Inject, Injectable, StreamableFile, type Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SingleSlot } from '../../../kernel/single-slot';
import { CLOCK, type Clock } from '../../../kernel/clock';
import { currentContext, renewPrincipal, runInContext } from '../../../platform/context/request-context';
import { csvHeader, csvLine, type Cell } from '../../../platform/csv/csv';
import { prefers } from '../../../platform/http/preference';
import { PERSONAL_DATA_SECTIONS, PURPOSES, type PersonalDataSection } from './guest-personal-data.dto';

/** The formats, by their media types. */
const TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

/** Whose data is asked for. */
export interface KnownGuest {
  readonly id: string;
  readonly email: string | null;
}

/** A record as the export shows it. */
type KnownRecord = object;

/** Reads a part of what is known of a guest, page by page, so that nothing is in memory as a whole. */
export type SectionReader = (guest: KnownGuest) => AsyncIterable<readonly KnownRecord[]>;

/** What is known of people beyond their own records, by section. */
export type SectionReaders = Readonly<
  Record<Exclude<PersonalDataSection, PersonalDataSubject['section']>, SectionReader>
>;

/** Whose data is written. */
export interface PersonalDataSubject {
  /** Says who it is. */
  readonly head: object;
  /** What their own records are called. */
  readonly section: 'guest' | 'contact';
  readonly records: readonly KnownRecord[];
  /** What they are known by elsewhere; the same person may be known by several ids. */
  readonly people: readonly KnownGuest[];
}

const COLUMNS = ['section', 'field', 'value', 'purpose'];
/** Nobody's. */
const OTHERS: Readonly<Record<PersonalDataSubject['section'], readonly PersonalDataSection[]>> = {
  guest: ['contact'],
  contact: ['guest', 'places', 'trips'],
};

/** How a response with all that is known of somebody is described. @param name an example */
export function personalDataResponse(body: Type, section: PersonalDataSubject['section'], name: string) {
  const line = `${section},name,${name},"${PURPOSES[section]}"`;
  return { body, text: 'text/csv', textExample: `section,field,value,purpose\r\n${line}\r\n` } as const;
}

/** Writes all that is known of somebody (GDPR, Art. 15 and 20), each part with what it is for. */
@Injectable()
export class PersonalDataFiles {
  /** Given at the start: each module reads what it knows. */
  readonly sections = new SingleSlot<SectionReaders>('list of sections of personal data');

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** The file in the format that the request prefers. Each page is read only after the one before is sent. */
  of(subject: PersonalDataSubject, request: Request, response: Response): StreamableFile {
    const format = prefers([request, response], 'text/csv') ? 'csv' : 'json';
    const texts = format === 'csv' ? this.csv(subject) : this.json(subject);
    response.setHeader('Cache-Control', 'no-store');
    const disposition = `attachment; filename="personal-data.${format}"`;
    const stream = Readable.from(texts, { objectMode: false, highWaterMark: 1 });
    const file = new StreamableFile(stream, { type: TYPES[format], disposition });
    // A stream that broke off must not look complete.
    return file.setErrorHandler((_error, broken) => broken.destroy?.());
  }

  private async *json(subject: PersonalDataSubject): AsyncGenerator<Buffer> {
    const head = { ...subject.head, exportedAt: this.clock.now().toISOString() };
    yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"sections":[`);
    let between = '';
    for (const section of sectionsOf(subject)) {
      yield Buffer.from(
        `${between}{"name":${JSON.stringify(section)},"purpose":${JSON.stringify(PURPOSES[section])},"records":[`,
      );
      let comma = '';
      for await (const page of this.pages(section, subject)) {
        if (page.length === 0) continue;
        yield Buffer.from(comma + page.map((record) => JSON.stringify(record)).join(','));
        comma = ',';
      }
      yield Buffer.from(']}');
      between = ',';
    }
    yield Buffer.from(']}');
  }

  /** A line for each value; those of a list of records are numbered. */
  private async *csv(subject: PersonalDataSubject): AsyncGenerator<Buffer> {
    yield Buffer.from(csvHeader(COLUMNS));
    for (const section of sectionsOf(subject)) {
      let number = 0;
      for await (const page of this.pages(section, subject)) {
        const lines = page.flatMap((record) => {
          number++;
          const prefix = section === 'guest' ? '' : `${number}.`;
          return valuesIn(record, prefix).map(([field, value]) => csvLine([section, field, value, PURPOSES[section]]));
        });
        if (lines.length > 0) yield Buffer.from(lines.join(''));
      }
    }
  }

  private async *pages(
    section: PersonalDataSection,
    { section: own, records, people }: PersonalDataSubject,
  ): AsyncGenerator<readonly KnownRecord[]> {
    if (section === own) return yield records;
    if (section === 'guest' || section === 'contact') return;
    const read = this.sections.get()[section];
    for (const person of people) yield* inContext(read(person));
  }
}

function sectionsOf({ section }: PersonalDataSubject): PersonalDataSection[] {
  return PERSONAL_DATA_SECTIONS.filter((each) => !OTHERS[section].includes(each));
}

/**
 * Reads each page in the context of the request, if the caller still has access: the reader of the stream resumes a
 * generator in its own.
 */
function inContext(pages: AsyncIterable<readonly KnownRecord[]>): AsyncIterable<readonly KnownRecord[]> {
  const context = currentContext();
  const iterator = pages[Symbol.asyncIterator]();
  const next = () =>
    runInContext(context, async () => {
      await renewPrincipal();
      return iterator.next();
    });
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

/** The values in a record with the paths of their fields, null ones left out. */
function valuesIn(value: unknown, path: string): [string, Cell][] {
  const field = path.replace(/\.$/, '');
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length === 0 ? [] : [[field, value.join('|')]];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, `${path}${name}.`));
  return [[field, typeof value === 'number' ? value : String(value as string | boolean)]];
}
