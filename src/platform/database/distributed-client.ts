import type { Client, ClientConfig } from 'pg';
import { connectionConfig, newClient, type ConnectionConfig } from './connection';
import type { NamedStatement } from './named';
import { onlyRow } from './only-row';

const distributedClients = new WeakSet<object>();

/** Whether it is a connection to the coordinator of a distributed database. */
export function isDistributed(client: Pick<Client, 'query'>): boolean {
  return distributedClients.has(client);
}

/** Whether the tables of this database are spread over several machines, see distribute.ts. */
export async function isDistributedDatabase(url: string): Promise<boolean> {
  const client = newClient(connectionConfig(url, null, 10_000));
  await client.connect();
  try {
    const result = await client.query<{ found: boolean }>(
      `SELECT to_regclass('pg_dist_partition') IS NOT NULL AND current_setting('citus.propagate_set_commands', true) = 'local' AS found`,
    );
    return onlyRow(result).found;
  } finally {
    await client.end();
  }
}

/** The same connection to a distributed database: statements that have a form of their own there are sent in that form. */
export function distributedConfig(config: ConnectionConfig): ConnectionConfig {
  const Plain = config.Client as new (config: ClientConfig) => Client;
  class DistributedClient extends Plain {
    constructor(options: ClientConfig) {
      super(options);
      distributedClients.add(this);
    }

    override query(statement: Partial<NamedStatement> | string, ...rest: unknown[]): never {
      return super.query(suited(statement) as string, ...(rest as [])) as never;
    }
  }
  return { ...config, Client: DistributedClient };
}

function suited(statement: Partial<NamedStatement> | string): unknown {
  const text = typeof statement === 'string' ? undefined : statement.distributed;
  return text === undefined ? statement : { ...(statement as object), text };
}
