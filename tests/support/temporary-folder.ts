/** Folders that exist for one test file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TemporaryFolders {
  /** A new empty folder that other users may pass through. */
  make(): string;
  removeAll(): void;
}

/** Call `removeAll` in `afterAll`. */
export function temporaryFolders(): TemporaryFolders {
  const made: string[] = [];
  return {
    make() {
      const folder = mkdtempSync(path.join(tmpdir(), 'meridian-test-'));
      made.push(folder);
      return folder;
    },
    removeAll() {
      for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
