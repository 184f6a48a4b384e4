/** The migrations of an older version, to migrate a database of that time. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MIGRATIONS = path.join(import.meta.dirname, '../../../server/kit/db/migrations');

/** Copies the migrations before `tag` to `folder`. @returns the folder. */
export function olderMigrations(folder: string, tag: string): string {
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag === tag),
  );
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  return folder;
}
