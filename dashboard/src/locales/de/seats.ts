import { plural } from '../../shared/plural';
import type { Dictionary } from '../en';

export const seats: Dictionary['seats'] = {
  addVehicle: 'Fahrzeug hinzufügen',
  addAndNext: 'Speichern und nächstes',
  addedNext: 'Das Fahrzeug steht auf der Tafel. Fügen Sie das nächste hinzu, oder schließen Sie das Fenster.',
  fill: 'Plätze füllen',
  print: 'Liste drucken',
  withoutSeat: 'Ohne Platz',
  newNamed: (name: string) => `Neues Fahrzeug „${name}“`,
  ways: { existing: 'Vorhandenes Fahrzeug', new: 'Neues Fahrzeug' },
  asBefore: 'Wie beim vorigen Halt',
  taken: (stop, names) => `Von „${stop}“ übernommen: ${names}.`,
  takenBefore: (names) => `Schon hier: ${names}.`,
  takenRetired: (names) => `Ausgemustert und nicht übernommen: ${names}.`,
  takenConflict: (name, events) => `${name} ist zur selben Zeit auch bei ${events} eingeplant.`,
  takenNone: (stop) => `„${stop}“ hat keine Fahrzeuge.`,
  vehicle: 'Fahrzeug',
  capacityOverride: 'Abweichende Kapazität',
  swapHelp: 'Ein anderes übernimmt die Gäste und die Fahrten, die noch nicht abgefahren sind.',
  capacityHelp: 'Nur wenn weniger oder mehr Plätze genutzt werden, als das Fahrzeug hat.',
  notes: 'Notizen',
  editTitle: (name) => `${name} auf dieser Veranstaltung bearbeiten`,
  remove: 'Fahrzeug entfernen',
  removeTitle: (name) => `${name} von dieser Veranstaltung entfernen?`,
  removeText:
    'Wer darin sitzt, verliert den Platz, und seine Fahrten werden gelöscht, mit denen, die mitfahren. Das Fahrzeug selbst bleibt.',
  more: (name) => `Weitere Aktionen für ${name}`,
  free: (free, capacity) => `${free} von ${capacity} frei`,
  freeSeats: (free) => `${free} frei`,
  waiting: (people, others) =>
    plural('de', people, { one: 'Person', other: 'Personen' }) +
    (others > 0 ? `, dazu ${plural('de', others, { one: 'Gast', other: 'Gäste' })} ohne Zusage` : ''),
  moveTo: (name) => `${name} verschieben nach`,
  moveToFor: (name, seatsTaken) =>
    `Verschieben: ${name}, ${plural('de', seatsTaken, { one: 'Platz', other: 'Plätze' })}`,
  help: 'Leertaste nimmt einen Gast, Pfeiltasten wählen ein Fahrzeug, Leertaste setzt ihn dorthin, Escape bricht ab.',
  grabbed: (name) => `${name} ist aufgenommen. Wählen Sie mit den Pfeiltasten ein Fahrzeug.`,
  over: (name, free) => `${name}, ${free} frei`,
  dropped: (name, vehicle) => `${name} kommt in ${vehicle}.`,
  released: (name) => `${name} bleibt am bisherigen Platz.`,
  wentBack: (name, vehicle, reason) => `${name} konnte nicht nach ${vehicle} verschoben werden: ${reason}`,
  fillText: (count, left) =>
    `${plural('de', count + left, { one: 'Person', other: 'Personen' })} ohne Platz. ` +
    `${plural('de', count, { one: 'Person bekommt', other: 'Personen bekommen' })} einen, Gruppen zusammen und das vollste Fahrzeug zuerst.` +
    (left > 0 ? ` Für ${plural('de', left, { one: 'Person', other: 'Personen' })} hat kein Fahrzeug Platz.` : ''),
  notSeated: (count) =>
    `${plural('de', count, { one: 'Gast konnte', other: 'Gäste konnten' })} keinen Platz bekommen: Jemand anders war schneller.`,
  proposeAgain: 'Schließen Sie das und lassen Sie neu vorschlagen.',
  parted: (names, count) =>
    `${plural('de', count, { one: 'Gruppe passt', other: 'Gruppen passen' })} nicht in ein Fahrzeug: ${names}.`,
  apply: 'Anwenden',
  sheet: {
    plate: 'Kennzeichen',
    driver: 'Fahrer',
    date: 'Datum',
    venue: 'Ort',
    onBoard: 'An Bord',
    name: 'Name',
    people: 'Personen',
    phone: 'Telefon',
    needs: 'Bedarf',
    note: 'Notiz',
    total: (guests, people) =>
      `${plural('de', guests, { one: 'Gast', other: 'Gäste' })}, ${plural('de', people, { one: 'Person', other: 'Personen' })}.`,
    seats: (used, capacity) => `${used} von ${capacity} Plätzen.`,
  },
  answers: { pending: 'noch keine Antwort', accepted: 'zugesagt', declined: 'abgesagt', tentative: 'vielleicht' },
  vehicles: 'Fahrzeuge',
  board: 'Sitzplan',
  takenOf: (taken, capacity) => `${taken} von ${capacity}`,
  withoutDriver: (taken) => `${taken}, niemand fährt`,
  noDriver: 'Noch niemand fährt',
  noVehicles: 'Noch ist kein Fahrzeug dabei.',
  key: { guest: 'Gast', brought: 'Begleitung', free: 'Frei', driver: 'Fahrer', nobody: 'Noch kein Fahrer' },
  groups: { accepted: 'Kommt', tentative: 'Vielleicht', pending: 'Offen' },
  left: (free) => `${free} frei`,
  noRoom: 'Kein Platz',
  find: 'Fahrgast suchen',
  sums: (taken, capacity, people) =>
    `${taken} von ${plural('de', capacity, { one: 'Platz', other: 'Plätzen' })} belegt, ` +
    `${plural('de', people, { one: 'Person kommt', other: 'Personen kommen' })}`,
  isFree: (name) => `${name} ist an diesem Tag frei`,
  seatsOf: (capacity) => plural('de', capacity, { one: 'Platz', other: 'Plätze' }),
  addAndSeat: (people) =>
    people === 1 ? 'Hinzufügen und diese Person setzen' : `Hinzufügen und diese ${people} setzen`,
  dragHint: 'Auf ein Fahrzeug ziehen oder Leertaste und Pfeiltasten benutzen.',
  allSeated: 'Alle haben einen Platz.',
};
