import type { GuestWords } from './guest-words';

export const EN: GuestWords = {
  language: 'en',
  dateLocale: 'en-GB',
  page: {
    noSuchLink: 'This link does not work',
    noSuchLinkHelp:
      'It may be incomplete, or what it led to is gone. Try the link in the message once more, or ask who sent it.',
    unreachable: 'The service could not be reached. Please try again.',
    failed: 'Something went wrong.',
    tryAgainIn: 'Please try again in {seconds} seconds.',
    malformed: 'Please check what you wrote here.',
    back: 'Back to the invitation',
  },
  rsvp: {
    invitedBy: '{organization} invites {guest}',
    when: 'When',
    where: 'Where',
    notFixed: 'Not fixed yet.',
    until: 'until {end}',
    from: '{start} to {end}',
    answer: 'Your answer',
    answers: {
      pending: 'You have not answered yet.',
      accepted: 'You are coming.',
      tentative: 'Maybe you are coming.',
      declined: 'You are not coming.',
    },
    bringing: 'You are bringing',
    trips: 'Your ride',
    directions: { outbound: 'There', return: 'Back', shuttle: 'Shuttle' },
    question: 'Will you come?',
    choices: { accepted: 'Yes, I am coming', tentative: 'Maybe', declined: 'No, I can not come' },
    plusOnes: 'How many people are you bringing?',
    plusOnesHint: 'Not counting yourself; up to {max}.',
    note: 'A note for the organizers',
    noteHint: 'If there is something they should know.',
    send: 'Send the answer',
    saved: 'Thank you, your answer is saved. You can come back and change it.',
    cancelled: 'This event is cancelled. It no longer takes answers.',
    over: 'This event is over. It no longer takes answers.',
    full: 'The event does not have enough free places for you and the people you are bringing.',
    noSeat: 'Your vehicle does not have enough free seats for you and the people you are bringing.',
    chooseAnswer: 'Please choose one of the answers.',
    plusOnesRange: 'You can bring up to {max} people. Please enter a number from {min} to {max}.',
    plusOnesNone: 'You can not bring anybody to this event.',
    noteTooLong: 'The note is too long: {max} characters fit.',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    question: 'Should {address} get no more e-mail from {organization}?',
    button: 'Unsubscribe',
    done: '{address} gets no more e-mail from {organization}.',
  },
  mail: {
    footer: 'Sent by {{senderName}}\nNo more e-mail from them:',
    rsvpButton: 'Answer the invitation',
  },
  invitation: {
    subject: '{{inviter}} invites you to {{organization}}',
    hello: 'Hello,',
    invites: '{{inviter}} invites you to join {{organization}} with the role {{role}}.',
    goodFor:
      'The invitation is good for {{days}} days, and for you alone: please do not pass this message on. If you do not ' +
      'know what it is about, you can ignore it.',
    accept: 'Accept the invitation',
  },
  place: {
    subject: 'You have a place: {{event}}',
    hello: 'Hello {{guest}},',
    isFree: 'A place has become free, and it is yours: {{organization}} is expecting you at “{{event}}”.',
    decline: 'If you can not come after all, please decline, so that the next one in line can come.',
    button: 'Open the invitation',
  },
  confirmation: {
    subject: 'Confirm your e-mail address',
    hello: 'Hello,',
    please:
      'somebody, most likely you, registered an account with this e-mail address. Please confirm that it is yours.',
    link: 'The link works for {{days}} days; a newer message of this kind makes this one void.',
    notYou:
      'If it was not you, please do not confirm: ignore this message, and the account stays unconfirmed. Choosing a new ' +
      'password for it ("Forgot your password?") makes it yours and shuts everybody else out.',
    confirm: 'Confirm this address',
  },
  expenseCategories: [
    'transport',
    'accommodation',
    'catering',
    'venue',
    'equipment',
    'staffing',
    'marketing',
    'permits',
    'insurance',
    'other',
  ],
};
