/** The process of `npm run qa`. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from './cli.ts';
import { MODELS } from './models/registry.ts';
import { MUTANTS } from './mutants/mutants.ts';
import { judge } from './mutants/verdicts.ts';
import { openArchive } from './replay/exchange-archive.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

process.exitCode = await runCli(process.argv.slice(2), {
  models: MODELS,
  mutants: MUTANTS,
  root,
  now: () => Date.now(),
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  writeFile: async (file, text) => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  },
  openArchive: () => openArchive(process.env),
  judge: (mutants, report) => judge(mutants, root, report),
});
