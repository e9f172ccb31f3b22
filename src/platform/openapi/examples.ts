import { resolved, type Components, type Document, type Media, type Schema } from './types';

/** Gives every request body and response without an example one that is made of its fields' examples. */
export function addExamples(document: Document): void {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  for (const { requestBody, responses } of operations) {
    const contents = [
      requestBody?.content,
      ...Object.values(responses).map((response) => ('$ref' in response ? undefined : response.content)),
    ];
    for (const content of contents)
      for (const media of Object.values(content ?? {})) addExample(media, document.components);
  }
}

function addExample(media: Media, components: Components): void {
  if (media.example === undefined) media.example = exampleOf(media.schema, components);
}

/** A value that fits the schema: its own example if it has one, else one made of its parts' examples. */
export function exampleOf(schema: Schema, components: Components): unknown {
  for (const given of [schema.example, schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]])
    if (given !== undefined) return given;
  if (schema.$ref !== undefined) return exampleOf(resolved(schema, components), components);
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, components)));
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative !== undefined) return exampleOf(alternative, components);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleOf(part, components)]),
      );
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, components)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    default:
      return 'text'.padEnd(schema.minLength ?? 0, '.').slice(0, schema.maxLength);
  }
}
