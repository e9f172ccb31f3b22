import { wordsCalled } from '../../kernel/enumeration';
import { ENUMERATION } from '../fields/field-definitions';
import { schemasIn } from './schema-walk';
import { schemaReference, type Document, type Schema } from './types';

/**
 * Gives every list of words a schema of its own in the components, under the name of its enumeration, and refers to it
 * where it was written out: generated clients then have one type for it.
 *
 * @throws Error for two lists of one name, and for one of several words that has none
 */
export function nameEnumerations(document: Document): void {
  const { schemas } = document.components;
  markSchemas(document);
  const all = [...schemasIn(document)];
  for (const schema of all) completeDeferred(schema);
  for (const schema of all) {
    if (schema.enum === undefined) continue;
    const words = schema.enum.filter((word) => word !== null);
    const name = schema[ENUMERATION];
    delete schema[ENUMERATION];
    if (name === undefined) {
      if (words.length > 1) throw new Error(`The list ${words.join(', ')} has no name: make it by enumeration().`);
      continue;
    }
    const known = (schemas[name] ??= { type: 'string', enum: words });
    if (String(known.enum) !== String(words)) throw new Error(`Two lists are called ${name}.`);
    referTo(schema, name);
  }
}

/** Fills in the words of lists that were not complete when the field was declared. */
function completeDeferred(schema: Schema): void {
  const words = schema[ENUMERATION] === undefined ? undefined : wordsCalled(schema[ENUMERATION]);
  if (words !== undefined) schema.enum = [...words];
  const entries = schema.items?.[ENUMERATION];
  const all = entries === undefined ? undefined : wordsCalled(entries);
  // The most that a list in a body can have: each of the words once.
  if (all !== undefined && schema.uniqueItems && schema.maxItems === undefined) schema.maxItems = all.length;
}

/** Swagger writes what it does not know of a parameter's schema beside that. */
function markSchemas({ paths }: Document): void {
  for (const { parameters = [] } of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const parameter of parameters) {
      if ('$ref' in parameter || parameter[ENUMERATION] === undefined) continue;
      parameter.schema[ENUMERATION] = parameter[ENUMERATION];
      delete parameter[ENUMERATION];
    }
  }
}

function referTo(schema: Schema, name: string): void {
  const isNullable = schema.enum?.includes(null) || [schema.type].flat().includes('null');
  delete schema.type;
  delete schema.enum;
  if (isNullable) schema.anyOf = [schemaReference(name), { type: 'null' }];
  else Object.assign(schema, schemaReference(name));
}
