import { Injectable } from '@nestjs/common';
import type { Components, Operation } from './types';

/** Requests that the service makes to others, by name; the shapes they refer to are in `components`. */
type DescribeWebhooks = (components: Components) => Record<string, Operation>;

/** What the OpenAPI document says of requests that go out. A domain that sends any describes them here when it starts. */
@Injectable()
export class OutgoingWebhooks {
  private readonly descriptions: DescribeWebhooks[] = [];

  describe(description: DescribeWebhooks): void {
    this.descriptions.push(description);
  }

  /** The `webhooks` of the document: a POST each. */
  in(components: Components): Record<string, { post: Operation }> {
    const operations = Object.assign({}, ...this.descriptions.map((describe) => describe(components))) as Record<
      string,
      Operation
    >;
    return Object.fromEntries(Object.entries(operations).map(([name, post]) => [name, { post }]));
  }
}
