import 'reflect-metadata';

import '../../src/app.module';
import { personalityOf } from '../../src/platform/fields/field-definitions';
import { recordKinds } from '../../src/platform/records/record-kind';

interface Schema {
  type?: unknown;
  format?: string;
  enum?: unknown;
  pattern?: string;
}

/** Fields with texts that people write: what an id, a word of a list or a time says is no text. */
function textsOf(shape: { prototype: object }): string[] {
  const names = (Reflect.getMetadata('swagger/apiModelPropertiesArray', shape.prototype) as string[]) ?? [];
  return names
    .map((name) => name.slice(1))
    .filter((name) => {
      const schema = Reflect.getMetadata('swagger/apiModelProperties', shape.prototype, name) as Schema;
      const isFigure = schema.pattern?.startsWith('^\\d') ?? false;
      const isWord =
        isFigure || schema.enum !== undefined || ['uuid', 'date-time', 'date'].includes(schema.format ?? '');
      return (schema.type === 'string' || schema.type === 'array') && !isWord;
    });
}

describe('records about people', () => {
  const shapes = recordKinds().flatMap(({ type, shapesAboutPeople }) =>
    shapesAboutPeople.map((shape) => [type, shape] as const),
  );

  it('are guests, their parties, contacts, drivers of trips, members, users and why somebody acts as them, their codes and those invited', () => {
    expect(shapes.map(([type]) => type).sort()).toEqual([
      'event_guest',
      'guest',
      'invitation',
      'member',
      'party',
      'referral',
      'team_member',
      'trip',
      'trip',
      'user',
      'user',
    ]);
  });

  it.each(shapes)('say of each text of a %s whether it is personal', (_type, shape) => {
    const said = personalityOf(shape);
    expect(textsOf(shape)).not.toEqual([]);
    expect(textsOf(shape).filter((field) => !said.has(field))).toEqual([]);
  });
});
