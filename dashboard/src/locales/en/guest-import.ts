import { plural } from '../../shared/plural';

const count = (number: number, one: string, other: string) => plural('en', number, { one, other });
const counts = (created: number, changed: number, unchanged: number) =>
  `${count(created, 'guest', 'guests')} created, ${changed} changed, ${unchanged} left as they are.`;

export const guestImport = {
  title: 'Import guests',
  steps: { file: 'File', columns: 'Columns', lines: 'Lines' },
  forEvent: (name: string) => `The imported guests are put on ${name} as well.`,
  file: 'File',
  choose: 'Choose a CSV file, or drop it here',
  chooseOther: 'Choose another file, or drop it here',
  fileHelp: 'With a header line; separated by commas, semicolons or tabs. Up to 10 MB.',
  fileProblems: {
    workbook: 'This is a spreadsheet. Save it as CSV in Excel or LibreOffice (“Save as”), and choose that file.',
    empty: 'There are no guests in this file: it needs a header line and a line for each guest.',
  },
  encoding: 'Encoding',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 (little endian)',
    'utf-16be': 'UTF-16 (big endian)',
    'windows-1252': 'Windows-1252 (Western Europe)',
  },
  separator: 'Separator',
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' },
  recognized: 'Recognized from the file. Choose another if letters or columns look wrong below.',
  columnsHelp:
    'Choose for each column of your file what it is. Your choice is remembered for files with these columns.',
  unnamed: (number: number) => `Column ${number}`,
  noSample: 'empty',
  leftOut: 'Not imported',
  nameMissing: 'Choose the column with the name: every guest needs one.',
  twice: (field: string) => `Another column is ${field}, too.`,
  fields: {
    name: 'Name',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    phone: 'Phone',
    company: 'Company',
    tags: 'Tags',
    dietary: 'Dietary',
    notes: 'Notes',
    externalId: 'External ID',
    id: 'ID of Tour Events',
  },
  showOthers: (number: number) => `Show ${count(number, 'other column', 'other columns')}`,
  hideOthers: 'Hide the other columns',
  country: 'Country of phone numbers',
  countryHelp: 'Numbers without a country code get the one of this country.',
  noCountry: 'No country',
  warningCount: (number: number) =>
    `${count(number, 'line comes', 'lines come')} in without a cell that can not be used.`,
  withoutCell: (sentence: string) => `Left out: ${sentence}`,
  renamed: (from: string) => `Was called ${from} until now.`,
  renamedCount: (number: number) => `${count(number, 'guest gets', 'guests get')} another name.`,
  checking: 'The lines are checked',
  would: (created: number, changed: number, unchanged: number) =>
    `Checked, nothing is imported yet: ${counts(created, changed, unchanged)}`,
  did: counts,
  done: 'The import is done',
  badCount: (number: number) =>
    `${count(number, 'line has', 'lines have')} errors. Correct the file and choose it again, or import the others.`,
  leftOutCount: (number: number) => `${count(number, 'line was', 'lines were')} left out because of errors.`,
  explanation:
    'Guests who exist already are recognized by their external ID or e-mail address, those who share one by their name too, ' +
    'and get what the file says. All lines take effect together; importing the same file again changes nothing.',
  withoutKey: (number: number) =>
    `${count(number, 'line has', 'lines have')} neither: recognized by name, phone and company.`,
  import: (number: number) => `Import ${count(number, 'guest', 'guests')}`,
  importing: (number: number) => `${count(number, 'line is', 'lines are')} imported …`,
  puttingOnEvent: 'The guests are put on the event …',
  cancelHelp: 'Until it is done nothing is changed.',
  onEvent: (added: number, unchanged: number) =>
    `${count(added, 'guest', 'guests')} put on the event, ${unchanged} were on it already.`,
  toGuests: 'Go to the guests',
  toEvent: 'Go to the event',
  saveResult: 'Download result',
  saveErrors: 'Download errors',
  again: 'Import another file',
  lines: 'Lines of the file',
  shown: 'Lines shown',
  allLines: (number: string) => `All lines (${number})`,
  badLines: (number: string) => `With errors (${number})`,
  line: 'Line',
  state: 'State',
  problem: 'Problem',
  ready: 'Ready',
  imported: 'Imported',
  leftOutLine: 'Left out',
  errorsFile: 'errors',
  resultFile: 'result',
  rowProblems: {
    quotes: 'A quote in this line is never closed, or something stands behind it.',
    length: 'This line is too long.',
    cells: 'This line has more columns than the header.',
    name: 'Name: This is required.',
  },
};
