/** Before the tests with a database, once for a run of all projects: where they are made, and from what. */
import { makeTemplate, removeTemplate } from './database-template.ts';
import { openMemoryFolder, removeMemoryFolder } from './temporary-folder.ts';

export async function setup(): Promise<void> {
  openMemoryFolder();
  await makeTemplate();
}

export function teardown(): void {
  removeTemplate();
  removeMemoryFolder();
}
