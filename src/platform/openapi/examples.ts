import { resolved, type Components, type Document, type Media, type Schema } from './types';

/**
 * Gives every request body and response without an example one that is made of its fields' examples. That of a request
 * works in a new organization, as far as it can: what may be absent refers to no other record.
 */
export function addExamples(document: Document): void {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  for (const { requestBody, responses } of operations) {
    addExample(requestBody?.content, (schema) => requestExampleOf(schema, document.components));
    for (const response of Object.values(responses))
      if (!('$ref' in response)) addExample(response.content, (schema) => exampleOf(schema, document.components));
  }
}

function addExample(content: Record<string, Media> | undefined, example: (schema: Schema) => unknown): void {
  for (const media of Object.values(content ?? {})) media.example ??= example(media.schema);
}

/** Whether an optional field is left out of an example. */
type Omits = (schema: Schema) => boolean;

const isReference: Omits = (schema) =>
  schema.format === 'uuid' || [schema.items, ...(schema.anyOf ?? [])].some((part) => part?.format === 'uuid');

/** As a caller may send it who has no other records. */
export const requestExampleOf = (schema: Schema, components: Components): unknown =>
  exampleOf(schema, components, isReference);

/**
 * A value that fits the schema: its own example if it has one, else one made of its parts' examples. Of alternatives it is
 * the first that needs nothing of what may be left out, or else the first.
 */
export function exampleOf(schema: Schema, components: Components, omits: Omits = () => false): unknown {
  const partOf = (part: Schema) => exampleOf(part, components, omits);
  for (const given of [schema.example, schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]])
    if (given !== undefined) return given;
  if (schema.$ref !== undefined) return partOf(resolved(schema, components));
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(partOf));
  const alternatives = schema.anyOf ?? schema.oneOf ?? [];
  const [first] = alternatives;
  if (first !== undefined) return partOf(alternatives.find((one) => !needs(one, components, omits)) ?? first);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name, part]) => schema.required?.includes(name) === true || !omits(part))
          .map(([name, part]) => [name, partOf(part)]),
      );
    case 'array':
      return schema.items === undefined ? [] : [partOf(schema.items)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    default:
      return 'text'.padEnd(schema.minLength ?? 0, '.').slice(0, schema.maxLength);
  }
}

function needs(schema: Schema, components: Components, omits: Omits): boolean {
  const { properties = {}, required = [] } = schema.$ref === undefined ? schema : resolved(schema, components);
  return required.some((name) => properties[name] !== undefined && omits(properties[name]));
}
