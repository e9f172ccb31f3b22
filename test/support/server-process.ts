import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';

/** Whether a program of the system can be run here; Debian keeps servers outside of an ordinary user's path. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { env: environment() }).error === undefined;
}

/** A server of the system in a process of its own, which a test kills, freezes and starts again. */
export class ServerProcess {
  private child: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    /** For its files, this server's alone; the account that it runs as may write there. */
    readonly folder: string,
    private readonly program: string,
    private readonly args: readonly string[],
    private readonly account: { uid?: number; gid?: number },
  ) {}

  /**
   * @param args of the program, for the port and the folder that it gets
   * @param port one that is free, when others have to know it before
   */
  static async start(
    program: string,
    args: (port: number, folder: string) => Promise<string[]> | string[],
    account: { uid?: number; gid?: number } = {},
    port?: number,
  ): Promise<ServerProcess> {
    const folder = await mkdtemp(join(tmpdir(), `${program}-`));
    await chmod(folder, 0o777);
    port ??= await freePort();
    const server = new ServerProcess(port, folder, program, await args(port, folder), account);
    try {
      await server.start();
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  async start(): Promise<void> {
    const options = { cwd: this.folder, env: environment(), ...this.account };
    const child = (this.child = spawn(this.program, this.args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] }));
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2_000)));
    await eventually(`${this.program} to listen`, () => {
      if (child.exitCode !== null) throw new Error(`${this.program} ended: ${complaint}`);
      return isListening(this.port);
    });
  }

  /** Stops responding, as a machine that hangs does, and keeps its connections. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
