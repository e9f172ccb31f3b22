import { paragraphsOf } from './paragraphs';

describe('the paragraphs of a text', () => {
  const LINES = ['Meet us at:', 'Hotel Sacher', '', 'Philharmonikerstr. 4', '  ', '', 'Bye'];
  const PARAGRAPHS = ['Meet us at:\nHotel Sacher', 'Philharmonikerstr. 4', 'Bye'];

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('are the same whether its lines end in %s', (_name, end) => {
    expect(paragraphsOf(LINES.join(end))).toEqual(PARAGRAPHS);
  });
});
