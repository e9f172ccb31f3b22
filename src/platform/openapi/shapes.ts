import { partsOf, schemasIn } from './schema-walk';
import { schemaReference, type Components, type Document, type Schema, schemaNamed } from './types';

/**
 * Makes each schema as strict as its use allows: schemas of requests permit no additional fields, and schemas of
 * responses require nullable fields too, which are present even when null. A schema that is used for both stays as
 * declared.
 */
export function tightenShapes(document: Document): void {
  const { components } = document;
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const sent = new Set<string>();
  const responded = new Set<string>();
  for (const { requestBody, responses } of operations) {
    for (const { schema } of Object.values(requestBody?.content ?? {})) collect(schema, components, sent);
    for (const response of Object.values(responses)) {
      if ('$ref' in response) continue;
      for (const { schema } of Object.values(response.content ?? {})) collect(schema, components, responded);
    }
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (schema.properties === undefined || schema.required?.length === 0) delete schema.required;
    if (schema.properties === undefined) continue;
    if (sent.has(name) && !responded.has(name)) schema.additionalProperties = false;
    if (responded.has(name) && !sent.has(name)) schema.required = alwaysThere(schema);
  }
}

/** An `allOf` of one schema, which swagger writes for a reference with a description, becomes that schema. */
export function unwrapSingles(document: Document): void {
  for (const schema of schemasIn(document)) {
    if (schema.allOf?.length !== 1) continue;
    const [only] = schema.allOf;
    delete schema.allOf;
    Object.assign(schema, only);
  }
}

function alwaysThere({ properties = {}, required = [] }: Schema): string[] {
  const always = Object.entries(properties).filter(([name, value]) => required.includes(name) || isNullable(value));
  return always.map(([name]) => name);
}

function isNullable({ type, anyOf = [] }: Schema): boolean {
  return [type].flat().includes('null') || anyOf.some((part) => part.type === 'null');
}

/** Collects the names of the schemas that `schema` is made of. */
function collect(schema: Schema, components: Components, names: Set<string>): void {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schemaReference('').$ref.length);
    if (names.has(name)) return;
    names.add(name);
    collect(schemaNamed(name, components), components, names);
  }
  for (const part of partsOf(schema)) collect(part, components, names);
}
