import type { Dictionary } from '../en';

export const calendarFeeds: Dictionary['calendarFeeds'] = {
  title: 'Kalender-Feeds',
  text: 'Links, die Kalenderprogramme abonnieren. Wer einen Link hat, kann diesen Kalender lesen.',
  new: 'Neuer Feed',
  create: 'Feed anlegen',
  revoke: 'Widerrufen',
  revokeTitle: 'Kalender-Feed widerrufen?',
  revokeText: 'Programme, die ihn abonniert haben, bekommen nichts mehr von ihm.',
  empty: 'Sie haben keine Kalender-Feeds.',
  made: 'Angelegt',
  kind: 'Zeigt',
  tour: 'Tour',
  kinds: { organization: 'Alle Veranstaltungen', tour: 'Eine Tour', mine: 'Meine eigenen Veranstaltungen' },
  secretTitle: 'Ihr Kalender-Feed',
  secretOnce: 'Kopieren Sie diese Adresse jetzt in Ihr Kalenderprogramm. Sie wird nicht noch einmal gezeigt.',
  secretGone:
    'Der Feed wurde schon angelegt; seine Adresse wird nicht noch einmal gezeigt. Widerrufen Sie ihn und legen Sie einen neuen an.',
  secretKept: 'Fertig',
};
