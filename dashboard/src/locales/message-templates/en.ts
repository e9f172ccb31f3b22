/** What the guest's own link is in a letter, where it stands alone. */
export const buttons = { answers: ['I am coming', 'Maybe', 'I cannot come'], pass: 'Show my pass' };

export const templates = {
  invitation: {
    subject: 'Invitation: {{event.name}}',
    body: `Dear {{guest.name}},

We would be delighted to welcome you to {{event.name}}.

{{event.startsAt}}
{{event.venue}}

Please let us know whether you are coming:

{{rsvpUrl}}

With kind regards
{{organization.name}}`,
  },
  reminder: {
    subject: 'Are you coming? {{event.name}}',
    body: `Dear {{guest.name}},

We have not heard from you yet, and would be glad to know whether you are coming to {{event.name}}.

{{event.startsAt}}
{{event.venue}}

{{rsvpUrl}}

With kind regards
{{organization.name}}`,
  },
  thanks: {
    subject: 'Thank you for coming: {{event.name}}',
    body: `Dear {{guest.name}},

Thank you for having been with us at {{event.name}}. It was a pleasure, and we hope to see you again soon.

With kind regards
{{organization.name}}`,
  },
};
