/** `npm run sim -- <name> …`: runs one simulation; `sim-<name>.ts` describes its arguments. */
import { readdirSync } from 'node:fs';

const names = readdirSync(import.meta.dirname)
  .map((file) => /^sim-(.+)\.ts$/.exec(file)?.[1])
  .filter((name) => name !== undefined);
const name = process.argv[2] ?? '';
if (!names.includes(name)) {
  console.error(`Usage: npm run sim -- <${names.join('|')}> …`);
  process.exit(2);
}
await import(`./sim-${name}.ts`);
