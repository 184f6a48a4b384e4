/** The process of `npm run qa`. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runCli } from './cli.ts';
import { MODELS } from './models/registry.ts';
import { openArchive } from './replay/order-archive.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  models: MODELS,
  root: fileURLToPath(new URL('..', import.meta.url)),
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  writeFile,
  openArchive: () => openArchive(process.env),
});
