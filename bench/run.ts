/** `npm run bench -- <name|all> [--smoke]`: runs one bench, or all of them one after the other. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { runHeader } from './lib/run-header.ts';

const ALL = 'all';
const here = import.meta.dirname;
const names = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['lib', 'node_modules'].includes(entry.name))
  .map((entry) => entry.name)
  .toSorted();
const name = process.argv[2];
if (name === undefined || ![ALL, ...names].includes(name)) {
  console.error(`Usage: npm run bench -- <${[ALL, ...names].join('|')}> [--smoke]`);
  process.exit(2);
}
if (name === ALL) {
  const failed = names.filter((each) => !runApart(each));
  console.log(`\n${names.length - failed.length} of ${names.length} benches ran to their end.`);
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
  process.exit(failed.length === 0 ? 0 : 1);
}
console.log(runHeader(name));
await import(`./${name}/run.ts`);

/** Runs a bench in its own process, so that it does not inherit the heap and the compiled code of the previous one. */
function runApart(each: string): boolean {
  console.log(`\n## ${each}`);
  const args = [import.meta.filename, each];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}
