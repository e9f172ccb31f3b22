import OpenAPIResponseValidator from 'openapi-response-validator';
import { isDate, parseTimestamp } from '../../src/kernel/time-zone';
import type { Json } from './client';

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface DocumentedOperation {
  /** `POST /api/tours` */
  name: string;
  method: (typeof METHODS)[number];
  path: string;
  operation: Json;
}

/** Every operation of an OpenAPI document. */
export function operations(document: Json): DocumentedOperation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation: item[method],
    })),
  );
}

/** A part of the document, or what it refers to. */
export function resolveIn(document: Json, part: Json): Json {
  if (part.$ref === undefined) return part;
  const keys: string[] = part.$ref.slice(2).split('/');
  return keys.reduce((at: Json, key) => at[key], document);
}

const FORMATS: Record<string, (text: string) => boolean> = {
  'date-time': (text) => parseTimestamp(text) !== null,
  date: isDate,
  'idn-email': (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  uri: (text) => URL.canParse(text),
  password: () => true,
};

/** Says whether values fit schemas of an OpenAPI document. */
export class SchemaChecker {
  private readonly validator: OpenAPIResponseValidator;

  /** @param schemas those that will be asked about */
  constructor(document: Json, schemas: readonly Json[]) {
    // All of them are properties of one: the validator compiles the document's schemas again for each that it is given.
    const properties = Object.fromEntries(schemas.map((schema) => [JSON.stringify(schema), schema]));
    this.validator = new OpenAPIResponseValidator({
      responses: { default: { schema: { type: 'object', properties, additionalProperties: false } } },
      components: { schemas: document.components.schemas },
      customFormats: FORMATS,
    });
  }

  /** What is wrong with a value, or null. */
  problemOf(schema: Json, value: unknown): unknown {
    const asked = { [JSON.stringify(schema)]: structuredClone(value) ?? null };
    const found = this.validator.validateResponse('default', asked) as { errors: unknown } | undefined;
    return found === undefined ? null : found.errors;
  }
}
