import type { Document, Operation, Schema } from './types';

/** Every schema that is written out in a document, from the outside in; references are not followed. */
export function* schemasIn(document: Document): Generator<Schema> {
  const { components, paths, webhooks = {} } = document;
  for (const schema of Object.values(components.schemas)) yield* withParts(schema);
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((item): Operation[] =>
    Object.values(item),
  );
  for (const operation of operations) yield* schemasOf(operation);
}

function* schemasOf({ parameters = [], requestBody, responses }: Operation): Generator<Schema> {
  for (const parameter of parameters) if (!('$ref' in parameter)) yield* withParts(parameter.schema);
  for (const { schema } of Object.values(requestBody?.content ?? {})) yield* withParts(schema);
  for (const response of Object.values(responses)) {
    if ('$ref' in response) continue;
    for (const { schema } of Object.values(response.content ?? {})) yield* withParts(schema);
  }
}

function* withParts(schema: Schema): Generator<Schema> {
  yield schema;
  for (const part of partsOf(schema)) yield* withParts(part);
}

/** The schemas that a schema is directly made of. */
export function partsOf({ properties, items, allOf, anyOf, oneOf, additionalProperties }: Schema): Schema[] {
  return [
    ...Object.values(properties ?? {}),
    ...(allOf ?? []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
}
