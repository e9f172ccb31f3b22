import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

const count = (number: number, one: string, other: string) => plural('de', number, { one, other });
const counts = (created: number, changed: number, unchanged: number) =>
  `${count(created, 'Gast', 'Gäste')} neu, ${changed} geändert, ${unchanged} unverändert.`;

export const guestImport: Dictionary['guestImport'] = {
  title: 'Gäste importieren',
  steps: { file: 'Datei', columns: 'Spalten', lines: 'Zeilen' },
  forEvent: (name) => `Die importierten Gäste kommen auch auf die Gästeliste von „${name}“.`,
  file: 'Datei',
  choose: 'CSV-Datei auswählen oder hierher ziehen',
  chooseOther: 'Andere Datei auswählen oder hierher ziehen',
  fileHelp: 'Mit Kopfzeile; getrennt durch Komma, Strichpunkt oder Tabulator. Bis 10 MB.',
  fileProblems: {
    workbook:
      'Das ist eine Tabelle. Speichern Sie sie in Excel oder LibreOffice als CSV („Speichern unter“) und wählen Sie diese Datei.',
    vcard:
      'Das ist eine vCard. Öffnen Sie sie in Ihrem Programm für Kontakte, und speichern Sie die Kontakte dort als CSV.',
    page: 'Das ist eine Webseite oder XML. Öffnen Sie sie in Excel oder LibreOffice, speichern Sie sie als CSV und wählen Sie diese Datei.',
    noText: 'In dieser Datei stehen keine Zeilen mit Text. Speichern Sie die Liste als CSV und wählen Sie diese Datei.',
    empty: 'In dieser Datei stehen keine Gäste: Sie braucht eine Kopfzeile und eine Zeile für jeden Gast.',
  },
  encoding: 'Zeichensatz',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 (Little Endian)',
    'utf-16be': 'UTF-16 (Big Endian)',
    'windows-1252': 'Windows-1252 (Westeuropa)',
    macintosh: 'Mac OS Roman',
  },
  separator: 'Trennzeichen',
  separators: { ',': 'Komma', ';': 'Strichpunkt', '\t': 'Tabulator' },
  recognized: 'Aus der Datei erkannt. Wählen Sie anders, wenn unten Buchstaben oder Spalten falsch aussehen.',
  columnsHelp:
    'Wählen Sie für jede Spalte Ihrer Datei, was sie ist. Für Dateien mit denselben Spalten wird das gemerkt.',
  unnamed: (number) => `Spalte ${number}`,
  noSample: 'leer',
  leftOut: 'Nicht importieren',
  nameMissing: 'Wählen Sie die Spalte mit dem Namen: Jeder Gast braucht einen.',
  twice: (field) => `Auch eine andere Spalte ist „${field}“.`,
  fields: {
    name: 'Name',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail',
    phone: 'Telefon',
    company: 'Firma',
    tags: 'Schlagworte',
    dietary: 'Ernährung',
    notes: 'Notizen',
    externalId: 'Externe ID',
    id: 'ID von Tour Events',
    rsvp: 'Antwort',
    plusOnes: 'Begleitpersonen',
    party: 'Gruppe',
    companions: 'Begleitung',
    eventNotes: 'Notizen zur Veranstaltung',
  },
  unused: (columns, others) =>
    `Nichts übernommen wird aus: ${columns.join(', ')}${others > 0 ? ` und ${others} weiteren` : ''}.`,
  showOthers: (number) => `${count(number, 'weitere Spalte', 'weitere Spalten')} zeigen`,
  hideOthers: 'Weitere Spalten ausblenden',
  country: 'Land der Telefonnummern',
  countryHelp: 'Nummern ohne Ländervorwahl erhalten die dieses Landes.',
  noCountry: 'Kein Land',
  warningCount: (number) =>
    `${count(number, 'Zeile kommt', 'Zeilen kommen')} ohne eine Angabe herein, die sich nicht verwenden lässt.`,
  warnedCount: (number) =>
    `${count(number, 'Zeile kam', 'Zeilen kamen')} ohne eine Angabe herein, die sich nicht verwenden lässt.`,
  withoutCell: (sentence) => `Ausgelassen: ${sentence}`,
  renamed: (from) => `Hieß bisher ${from}.`,
  renamedCount: (number) => `${count(number, 'Gast erhält', 'Gäste erhalten')} einen anderen Namen.`,
  didRename: (number) => `${count(number, 'Gast hat', 'Gäste haben')} einen anderen Namen erhalten.`,
  checking: 'Die Zeilen werden geprüft',
  would: (created, changed, unchanged) => `Geprüft, noch ist nichts importiert: ${counts(created, changed, unchanged)}`,
  did: counts,
  done: 'Der Import ist abgeschlossen',
  badCount: (number) =>
    `${count(number, 'Zeile hat', 'Zeilen haben')} Fehler. Berichtigen Sie die Datei und wählen Sie sie noch einmal, oder importieren Sie die übrigen.`,
  leftOutCount: (number) => `${count(number, 'Zeile wurde', 'Zeilen wurden')} wegen Fehlern ausgelassen.`,
  explanation:
    'Gäste, die es schon gibt, werden an der externen ID oder der E-Mail-Adresse erkannt, bei gemeinsamer Adresse auch am ' +
    'Namen, und erhalten, was in der Datei steht. Alle Zeilen werden gemeinsam wirksam; dieselbe Datei noch einmal zu importieren ändert nichts.',
  withoutKey: (number) =>
    `${count(number, 'Zeile hat', 'Zeilen haben')} keines von beiden: erkannt an Name, Telefon und Firma.`,
  import: (number) => `${count(number, 'Gast', 'Gäste')} importieren`,
  importing: (number) => `${count(number, 'Zeile wird', 'Zeilen werden')} importiert …`,
  puttingOnEvent: 'Die Gäste kommen auf die Gästeliste …',
  cancelHelp: 'Bis zum Ende des Imports wird nichts geändert.',
  onEvent: (added, unchanged) =>
    `${count(added, 'Gast', 'Gäste')} auf die Gästeliste gesetzt, ${unchanged} standen schon darauf.`,
  cellProblems: {
    answer: 'Das ist keine Antwort wie zugesagt, abgesagt, vielleicht oder ausstehend.',
    number: 'Das ist keine Zahl von 0 bis 100.',
    option: 'Das steht nicht zur Auswahl.',
    long: 'Das ist zu lang.',
    companions: 'Es sind mehr Namen als Begleitpersonen.',
  },
  notOnEvent: (sentence) => `Für die Veranstaltung nicht übernommen: ${sentence}`,
  notOnEventCount: (number) =>
    `${count(number, 'Zeile wurde', 'Zeilen wurden')} für die Veranstaltung nicht übernommen; die Liste unten sagt, warum.`,
  toGuests: 'Zu den Gästen',
  toEvent: 'Zur Veranstaltung',
  saveResult: 'Ergebnis herunterladen',
  saveErrors: 'Fehler herunterladen',
  again: 'Weitere Datei importieren',
  lines: 'Zeilen der Datei',
  shown: 'Gezeigte Zeilen',
  allLines: (number) => `Alle Zeilen (${number})`,
  badLines: (number) => `Mit Fehlern (${number})`,
  line: 'Zeile',
  state: 'Status',
  problem: 'Fehler',
  ready: 'Bereit',
  imported: 'Importiert',
  leftOutLine: 'Ausgelassen',
  errorsFile: 'Fehler',
  resultFile: 'Ergebnis',
  rowProblems: {
    quotes: 'Ein Anführungszeichen in dieser Zeile wird nie geschlossen, oder es steht etwas dahinter.',
    length: 'Diese Zeile ist zu lang.',
    cells: 'Diese Zeile hat mehr Spalten als die Kopfzeile.',
    name: 'Name: Pflichtfeld.',
  },
};
