import type { Type } from '@nestjs/common';
import { personalityOf } from '../fields/field-definitions';

const shapes: [string, Type][] = [];

/**
 * Marks the shape of a record that is about a person, or of what is said of such a record. Which of its fields are
 * personal the fields say themselves; the audit log keeps those encrypted under the person's key.
 *
 * @param type what the log calls such a record: `guest`
 */
export function AboutPerson(type: string): ClassDecorator {
  return (shape) => void shapes.push([type, shape as unknown as Type]);
}

/** The shapes of all records about people, each with what the log calls the record. */
export function shapesAboutPeople(): readonly (readonly [string, Type])[] {
  return shapes;
}

const NONE: ReadonlySet<string> = new Set();
const collected = new Map<string, ReadonlySet<string>>();

/** The fields of such a record that are personal; none where it is about no person. */
export function personalFieldsOf(type: string): ReadonlySet<string> {
  const known = collected.get(type);
  if (known !== undefined) return known;
  const said = shapes.filter(([of]) => of === type).flatMap(([, shape]) => [...personalityOf(shape)]);
  if (said.length === 0) return NONE;
  const fields = new Set(said.flatMap(([name, personal]) => (personal ? [name] : [])));
  collected.set(type, fields);
  return fields;
}
