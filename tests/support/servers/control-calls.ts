/** Every call of the control interface, as the files of its commands list them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../../../server/edge/control');
const CALL = /^ +'((?:GET|POST) \/[\w/-]+)':/gm;

/** Method and path of each, sorted, e.g. `POST /clock/advance`. */
export function controlCalls(): readonly string[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('-commands.ts'));
  const text = files.map((name) => readFileSync(path.join(FOLDER, name), 'utf8')).join('\n');
  const found = [...text.matchAll(CALL)].map(({ 1: call = '' }) => call);
  return [...new Set(found)].toSorted();
}
