import './new-space';
import 'reflect-metadata';
import { start } from './start';

start(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
