import { Injectable } from '@nestjs/common';
import type { Components, Operation } from './types';

/** Gives the requests that the service sends, by name; the schemas they refer to are in `components`. */
type DescribeWebhooks = (components: Components) => Record<string, Operation>;

/**
 * Collects descriptions of outgoing requests for the OpenAPI document, from the domains that send them, at the start.
 */
@Injectable()
export class OutgoingWebhooks {
  private readonly descriptions: DescribeWebhooks[] = [];

  describe(description: DescribeWebhooks): void {
    this.descriptions.push(description);
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
