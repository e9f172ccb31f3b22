/** Of everything that is made to be printed. */
export const sheets = {
  print: 'Print',
  printed: (at: string) => `Printed ${at}`,
  guestList: 'Guest list',
  guestListOf: (event: string) => `Guest list: ${event}`,
  coming: 'Coming',
  open: 'Maybe, or without an answer',
  nobody: 'Nobody.',
  name: 'Name',
  people: 'People',
  needs: 'Needs and notes',
  phone: 'Phone',
  here: 'Here',
};
