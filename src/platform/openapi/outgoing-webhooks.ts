import { Injectable } from '@nestjs/common';
import { SingleSlot } from '../../kernel/single-slot';
import { resolved, type Components, type Document, type Operation, type Schema, jsonBodyOf } from './types';

/** Gives the requests that the service sends, by name; the schemas they refer to are in `components`. */
type DescribeWebhooks = (components: Components) => Record<string, Operation>;

/**
 * Collects descriptions of outgoing requests for the OpenAPI document, from the domains that send them, at the start.
 */
@Injectable()
export class OutgoingWebhooks {
  private readonly descriptions: DescribeWebhooks[] = [];
  private readonly document = new SingleSlot<() => Document>('document of the API');

  describe(description: DescribeWebhooks): void {
    this.descriptions.push(description);
  }

  /** Called where the service is put together. @param build gives the whole document */
  describedBy(build: () => Document): void {
    this.document.register(build);
  }

  /**
   * The body of each outgoing request as the document has it, by the request's name: a schema that needs no other part of
   * the document, and an example.
   */
  bodies(): Map<string, { schema: Schema; example: unknown }> {
    const { webhooks = {}, components } = this.document.get()();
    return new Map(
      Object.entries(webhooks).map(([name, { post }]) => {
        const { schema, example } = jsonBodyOf(post);
        return [name, { schema: complete(schema, components), example }];
      }),
    );
  }

  /** The `webhooks` of the document, each of which is a POST. */
  in(components: Components): Record<string, { post: Operation }> {
    const operations = Object.assign({}, ...this.descriptions.map((describe) => describe(components))) as Record<
      string,
      Operation
    >;
    return Object.fromEntries(Object.entries(operations).map(([name, post]) => [name, { post }]));
  }
}

/** A schema with what it refers to written out. */
function complete(schema: Schema, components: Components): Schema {
  if (schema.$ref !== undefined) {
    const { $ref: _$ref, ...beside } = schema;
    return { ...complete(resolved(schema, components), components), ...beside };
  }
  const parts = Object.entries(schema).map(([keyword, value]) => [keyword, completePart(keyword, value, components)]);
  return Object.fromEntries(parts) as Schema;
}

function completePart(keyword: string, value: unknown, components: Components): unknown {
  const all = (schemas: object) => Object.entries(schemas as Record<string, Schema>);
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(all(value as object).map(([name, part]) => [name, complete(part, components)]));
    case 'items':
    case 'additionalProperties':
      return typeof value === 'object' ? complete(value as Schema, components) : value;
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return (value as Schema[]).map((part) => complete(part, components));
    default:
      return value;
  }
}
