import * as fc from 'fast-check';
import { brokenPlace, fill, parseTemplate, variablesOf } from './message-template';

describe('a text with places for values', () => {
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
  ])('%s: what is broken in it', (text, expected) => expect(brokenPlace(parseTemplate(text))).toBe(expected));

  it('names each value once', () => {
    expect(variablesOf(parseTemplate('{{b}} {{a}} {{ b }}'))).toEqual(['b', 'a']);
  });

  it('is left alone where it has no places', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/\{\{[^{}]*\}\}/.test(text));
        expect(fill(parseTemplate(text), () => 'never')).toBe(text);
      }),
    );
  });

  it('takes values as they are, whatever they hold', () => {
    const plain = fc.string().filter((text) => !/[{}]/.test(text));
    const anything = fc.oneof(fc.string(), fc.constantFrom('{{a}}', '{{', '}}', '$&', '$1'));
    fc.assert(
      fc.property(plain, anything, plain, anything, (before, a, between, b) => {
        const template = parseTemplate(`${before}{{a}}${between}{{ b }}`);
        expect(fill(template, (variable) => (variable === 'a' ? a : b))).toBe(`${before}${a}${between}${b}`);
      }),
    );
  });

  it('takes a time that grows with its length alone', () => {
    const begun = performance.now();
    parseTemplate('{{'.repeat(20_000));
    parseTemplate(`{{${' '.repeat(40_000)}`);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
