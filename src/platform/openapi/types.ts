import type { OpenAPIObject } from '@nestjs/swagger';

/** A JSON Schema of OpenAPI 3.1, with the properties that are used here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  /** Which of `oneOf` it is: by the value of the property, the reference. */
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  /** The name of its enumeration, until that has a schema of its own. */
  'x-enumeration'?: string;
}

export interface Media {
  schema: Schema;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  style?: 'form';
  explode?: boolean;
  schema: Schema;
  example?: unknown;
  'x-enumeration'?: string;
}

export interface Header {
  description: string;
  schema: Schema;
}

export interface Reference {
  $ref: string;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, ResponseObject | Reference>;
  security?: Record<string, string[]>[];
}

export interface Components {
  schemas: Record<string, Schema>;
  responses: Record<string, ResponseObject>;
  parameters: Record<string, Parameter>;
  headers: Record<string, Header>;
  securitySchemes: Record<string, object>;
}

/** The document with the types of OpenAPI 3.1; {@link OpenAPIObject} describes 3.0. */
export interface Document extends Omit<OpenAPIObject, 'paths' | 'components' | 'tags'> {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** Outgoing requests. */
  webhooks?: Record<string, { post: Operation }>;
  components: Components;
}

/** A reference to a schema of the document. */
export function schemaReference(name: string): Schema & { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Follows a reference to a schema of the document. */
export function resolved(schema: Schema, components: Components): Schema {
  return schema.$ref === undefined ? schema : schemaNamed(schema.$ref.replace('#/components/schemas/', ''), components);
}

/** @throws Error when the document has no schema of this name */
export function schemaNamed(name: string, { schemas }: Pick<Components, 'schemas'>): Schema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`The document has no schema ${name}.`);
  return schema;
}

/** The JSON that an operation takes. @throws Error when it takes none */
export function jsonBodyOf({ operationId, requestBody }: Operation): Media {
  const media = requestBody?.content['application/json'];
  if (media === undefined) throw new Error(`${operationId} takes no JSON.`);
  return media;
}
