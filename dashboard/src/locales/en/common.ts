export const common = {
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  clear: 'Clear',
  edit: 'Edit',
  delete: 'Delete',
  more: 'More actions',
  actions: 'Actions',
  search: 'Search',
  copy: 'Copy',
  copied: 'Copied',
  yes: 'Yes',
  no: 'No',
  all: 'All',
  selectAll: 'Select all on this page',
  nothingFound: 'Nothing matches these filters.',
  inAll: (count: string) => `${count} in all`,
  page: (number: number) => `Page ${number}`,
  pages: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
};

export const nav = {
  main: 'Main',
  home: 'Home',
  tours: 'Tours',
  events: 'Events',
  guests: 'Guests',
  vehicles: 'Vehicles',
  expenses: 'Expenses',
  announcements: 'Announcements',
  settings: 'Settings',
  members: 'Members',
  apiKeys: 'API keys',
  webhooks: 'Webhooks',
  auditLog: 'Audit log',
  billing: 'Billing',
};

export const shell = {
  skip: 'Skip to the content',
  menu: 'Menu',
  closeMenu: 'Close the menu',
  quick: 'Quick navigation',
  organization: (name: string) => `Organization: ${name}`,
  switchTo: 'Switch to',
  account: 'Account',
  language: 'Language',
  colours: 'Colours',
  schemes: { light: 'Light', dark: 'Dark', auto: 'As the system' },
  signOut: 'Sign out',
  announcements: 'Announcements',
  unread: (count: number) => `${count} unread`,
  actingAs: 'Acting as',
  actingAsText: (name: string, operator: string) => `You act as ${name}. What you do is recorded under ${operator}.`,
  stop: 'Stop',
  offline: 'There is no connection. What you type stays here, and is sent again when you save once it is back.',
  search: 'Search',
  searchPlaceholder: 'Search, or type what to do',
  hits: 'Found',
  noHits: 'Nothing was found.',
  actions: { newTour: 'New tour', newEvent: 'New event', logExpense: 'Log an expense', newGuest: 'New guest' },
};

export const states = {
  notFound: 'There is no such page',
  notFoundText: 'It may have been deleted, or the link is wrong, or it belongs to another organization.',
  toStart: 'Go to Home',
  failed: 'This could not be shown',
  tryAgain: 'Try again',
};

export const drafts = {
  offer: 'There is a draft of this form that was not saved.',
  restore: 'Restore',
  discard: 'Discard',
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you have typed is not saved. A draft stays in this browser.',
  leave: 'Leave',
  stay: 'Stay',
};

export const conflict = {
  title: 'Somebody else changed this',
  explanation: 'While you were editing, somebody else saved a change. Choose for each field what is to be kept.',
  field: 'Field',
  mine: 'Mine',
  theirs: 'Theirs',
};

export const problems = {
  unreachable: 'The service can not be reached. Check your connection and try again.',
  unexpected: 'Something went wrong in this page.',
  requestId: (id: string) => `Request ${id}`,
  copy: 'Copy',
  copied: 'Copied',
  codes: {
    forbidden: 'Your role does not allow this. An Admin of your organization can change that.',
    not_found: 'This does not exist, or not any more.',
    rate_limited: 'That were too many requests. Wait a moment and try again.',
    unavailable: 'The service is busy. Try again in a moment.',
    organization_changed: 'You have switched to another organization in another tab. Reload this page.',
    internal_error: 'Something went wrong on our side.',
    precondition_failed: 'Somebody else has changed this since you opened it.',
  },
  fields: {
    required: 'This is required.',
    too_common: 'This password is too common, or too close to your names.',
  },
};
