import type { GuestWords } from './guest-words';

export const DE: GuestWords = {
  language: 'de',
  dateLocale: 'de',
  page: {
    noSuchLink: 'Dieser Link funktioniert nicht',
    noSuchLinkHelp:
      'Er ist vielleicht unvollständig, oder es gibt nicht mehr, wohin er führte. Versuchen Sie den Link in der Nachricht ' +
      'noch einmal, oder fragen Sie, wer sie geschickt hat.',
    unreachable: 'Der Dienst ist nicht erreichbar. Bitte versuchen Sie es noch einmal.',
    failed: 'Etwas ist schiefgegangen.',
    tryAgainIn: 'Bitte versuchen Sie es in {seconds} Sekunden noch einmal.',
    malformed: 'Bitte prüfen Sie, was Sie hier geschrieben haben.',
    back: 'Zurück zur Einladung',
  },
  rsvp: {
    invitedBy: '{organization} lädt {guest} ein',
    when: 'Wann',
    where: 'Wo',
    notFixed: 'Steht noch nicht fest.',
    until: 'bis {end}',
    from: '{start} bis {end}',
    answer: 'Ihre Antwort',
    answers: {
      pending: 'Sie haben noch nicht geantwortet.',
      accepted: 'Sie kommen.',
      tentative: 'Sie kommen vielleicht.',
      declined: 'Sie kommen nicht.',
    },
    waits: 'Sie stehen auf der Warteliste, auf Platz {position}.',
    isNext: 'Sie stehen auf der Warteliste und sind als Nächste an der Reihe.',
    bringing: 'Sie bringen mit',
    trips: 'Ihre Fahrt',
    directions: { outbound: 'Hin', return: 'Zurück', shuttle: 'Shuttle' },
    question: 'Kommen Sie?',
    choices: { accepted: 'Ja, ich komme', tentative: 'Vielleicht', declined: 'Nein, ich kann nicht kommen' },
    plusOnes: 'Wie viele Personen bringen Sie mit?',
    plusOnesHint: 'Sie selbst nicht mitgezählt; höchstens {max}.',
    note: 'Eine Nachricht an die Veranstalter',
    noteHint: 'Wenn es etwas gibt, das sie wissen sollten.',
    send: 'Antwort senden',
    saved: 'Danke, Ihre Antwort ist gespeichert. Sie können wiederkommen und sie ändern.',
    cancelled: 'Diese Veranstaltung ist abgesagt. Antworten sind nicht mehr möglich.',
    over: 'Diese Veranstaltung ist vorbei. Antworten sind nicht mehr möglich.',
    full: 'Die Veranstaltung hat nicht genug freie Plätze für Sie und Ihre Begleitung.',
    noSeat: 'Ihr Fahrzeug hat nicht genug freie Plätze für Sie und Ihre Begleitung.',
    chooseAnswer: 'Bitte wählen Sie eine der Antworten.',
    plusOnesRange: 'Sie können bis zu {max} Personen mitbringen. Bitte geben Sie eine Zahl von {min} bis {max} ein.',
    plusOnesNone: 'Zu dieser Veranstaltung können Sie niemanden mitbringen.',
    noteTooLong: 'Die Nachricht ist zu lang: {max} Zeichen passen hinein.',
    showPass: 'Meinen Pass zeigen',
  },
  pass: {
    title: 'Pass',
    vehicle: 'Fahrzeug',
    departure: 'Abfahrt',
    stop: 'Haltestelle',
    code: 'Code',
    help: 'Zeigen Sie ihn am Einlass vor, auf dem Bildschirm oder auf Papier.',
    cancelled: 'Diese Veranstaltung ist abgesagt.',
  },
  unsubscribe: {
    title: 'Abbestellen',
    question: 'Soll {address} keine E-Mails mehr von {organization} bekommen?',
    button: 'Abbestellen',
    done: '{address} bekommt keine E-Mails mehr von {organization}.',
  },
  mail: {
    footer: 'Gesendet von {{senderName}}\nKeine E-Mails mehr von diesem Absender:',
    rsvpButton: 'Einladung beantworten',
    passButton: 'Meinen Pass zeigen',
  },
  invitation: {
    subject: '{{inviter}} lädt Sie zu {{organization}} ein',
    hello: 'Guten Tag,',
    invites: '{{inviter}} lädt Sie ein, {{organization}} mit der Rolle {{role}} beizutreten.',
    goodFor:
      'Die Einladung gilt {{days}} Tage und nur für Sie: Bitte geben Sie diese Nachricht nicht weiter. Wenn Sie nicht ' +
      'wissen, worum es geht, können Sie sie ignorieren.',
    accept: 'Einladung annehmen',
  },
  place: {
    subject: 'Sie haben einen Platz: {{event}}',
    hello: 'Guten Tag {{guest}},',
    isFree: 'ein Platz ist frei geworden, und er gehört Ihnen: {{organization}} erwartet Sie bei „{{event}}“.',
    decline: 'Wenn Sie nun doch nicht kommen können, sagen Sie bitte ab, damit jemand anderes nachrücken kann.',
    button: 'Zur Einladung',
  },
  confirmation: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    hello: 'Guten Tag,',
    please:
      'jemand, wahrscheinlich Sie selbst, hat mit dieser E-Mail-Adresse ein Konto eröffnet. Bitte bestätigen Sie, dass die ' +
      'Adresse Ihnen gehört.',
    link: 'Der Link gilt {{days}} Tage; eine neuere Nachricht dieser Art macht diese ungültig.',
    notYou:
      'Wenn Sie es nicht waren, bestätigen Sie bitte nicht: Ignorieren Sie diese Nachricht, und das Konto bleibt ' +
      'unbestätigt. Wenn Sie ein neues Passwort dafür wählen („Passwort vergessen?“), gehört es Ihnen und schließt alle ' +
      'anderen aus.',
    confirm: 'Diese Adresse bestätigen',
  },
  expenseCategories: [
    'Transport',
    'Unterkunft',
    'Verpflegung',
    'Veranstaltungsort',
    'Ausstattung',
    'Personal',
    'Marketing',
    'Genehmigungen',
    'Versicherung',
    'Sonstiges',
  ],
};
