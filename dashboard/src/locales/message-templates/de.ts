import type { buttons as englishButtons, templates as english } from './en';

export const buttons: typeof englishButtons = {
  answers: ['Ich komme', 'Vielleicht', 'Ich kann nicht'],
  pass: 'Meinen Pass zeigen',
};

export const templates: typeof english = {
  invitation: {
    subject: 'Einladung: {{event.name}}',
    body: `Guten Tag {{guest.name}},

wir laden Sie herzlich ein: {{event.name}}.

{{event.startsAt}}
{{event.venue}}

Bitte sagen Sie uns, ob Sie kommen:

{{rsvpUrl}}

Mit freundlichen Grüßen
{{organization.name}}`,
  },
  reminder: {
    subject: 'Kommen Sie? {{event.name}}',
    body: `Guten Tag {{guest.name}},

wir haben noch nichts von Ihnen gehört und wüssten gern, ob Sie kommen: {{event.name}}.

{{event.startsAt}}
{{event.venue}}

{{rsvpUrl}}

Mit freundlichen Grüßen
{{organization.name}}`,
  },
  thanks: {
    subject: 'Danke für Ihr Kommen: {{event.name}}',
    body: `Guten Tag {{guest.name}},

vielen Dank, dass Sie dabei waren: {{event.name}}. Es war uns eine Freude, und wir hoffen, Sie bald wiederzusehen.

Mit freundlichen Grüßen
{{organization.name}}`,
  },
};
