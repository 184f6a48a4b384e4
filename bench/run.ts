/** `npm run bench -- <name>`: runs one bench. */
import { readdirSync } from 'node:fs';

const here = import.meta.dirname;
const names = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['lib', 'node_modules'].includes(entry.name))
  .map((entry) => entry.name);
const name = process.argv[2];
if (name === undefined || !names.includes(name)) {
  console.error(`Usage: npm run bench -- <${names.join('|')}>`);
  process.exit(2);
}
await import(`./${name}/run.ts`);
