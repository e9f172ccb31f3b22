import * as fc from 'fast-check';
import { brokenPlaceholder, fill, parseTemplate, variablesOf } from './message-template';

describe('a text with placeholders', () => {
  it.each([
    ['Hello {{guest.name}}!', ['Hello ', { variable: 'guest.name' }, '!']],
    ['{{ guest.name }}{{event.name}}', [{ variable: 'guest.name' }, { variable: 'event.name' }]],
    ['{guest.name} {{guest.name} }}', ['{guest.name} {{guest.name} }}']],
    ['{{{rsvpUrl}}}', ['{', { variable: 'rsvpUrl' }, '}']],
    ['{{}}', [{ variable: '' }]],
    ['', []],
  ])('%s', (text, expected) => expect(parseTemplate(text)).toEqual(expected));

  it.each([
    ['{guest.name} } { {{guest.name}} {{{rsvpUrl}}}', null],
    ['Hello {{guest.name', '{{guest.name'],
    ['Hello {{guest.name},\nsee you', '{{guest.name},'],
    ['Hello {{ {{guest.name}}', '{{ '],
    ['Hello\nto {guest.name}}!', 'to {guest.name}}'],
    ['{{{{guest.name}}}}', '{{'],
    [`{{${'🚌'.repeat(50)}`, `{{${'🚌'.repeat(38)}`],
  ])('%s: what is broken in it', (text, expected) => expect(brokenPlaceholder(parseTemplate(text))).toBe(expected));

  it('names each value once', () => {
    expect(variablesOf(parseTemplate('{{b}} {{a}} {{ b }}'))).toEqual(['b', 'a']);
  });

  it('is left alone where it has no placeholders', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/\{\{[^{}]*\}\}/.test(text));
        expect(fill(parseTemplate(text), { values: {} })).toBe(text);
      }),
    );
  });

  it('takes braces in values as they are', () => {
    const anything = fc.constantFrom('{{a}}', '{{', '}}', '{{ b }}', '$&', '$1', '}} {{a');
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        expect(fill(parseTemplate('1 {{a}} 2 {{ b }} 3'), { values: { a, b } })).toBe(`1 ${a} 2 ${b} 3`);
      }),
    );
  });

  it('leaves out what is null, and refuses what is not there at all', () => {
    expect(fill(parseTemplate('Hello {{a}}!'), { values: { a: null } })).toBe('Hello !');
    expect(() => fill(parseTemplate('Hello {{b}}!'), { values: { a: null } })).toThrow('{{b}} has no value.');
    expect(() => fill(parseTemplate('{{constructor}}'), { values: {} })).toThrow('{{constructor}} has no value.');
  });

  it('takes a time that grows with its length alone', () => {
    const begun = performance.now();
    parseTemplate('{{'.repeat(20_000));
    parseTemplate(`{{${' '.repeat(40_000)}`);
    const value = 'http://a.b/@'.repeat(100);
    fill(parseTemplate('{{a}}'.repeat(4_000)), { values: { a: value }, own: {} });
    fill(parseTemplate('{{a}}'.repeat(4_000)), { values: { a: 'x'.repeat(200) } });
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
