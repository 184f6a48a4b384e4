/** The folder of a bench database: on disk, because a commit to memory measures nothing; anywhere for a smoke run. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeTemporaryFolder } from '../../tests/support/temporary-folder.ts';
import { isSmoke } from './mode.ts';

export const makeBenchFolder = (): string =>
  isSmoke ? makeTemporaryFolder() : mkdtempSync(path.join(tmpdir(), 'meridian-bench-'));
