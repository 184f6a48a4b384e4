/** The secret of this installation: from `SECRET_KEY`, or generated at the first start and kept in the data folder. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { findSetting, insertSettingIfMissing } from '../settings/settings.repo.ts';
import { StartupError } from '../process/startup-error.ts';
import { Seal, SealError } from './seal.ts';

const FILE_NAME = 'secret.key';
const SECRET_BYTES = 32;
const ONLY_OWNER = 0o600;
const BITS_OF_OTHERS = 0o077;

const CHECK_SETTING = 'seal_check';
const CHECK_TEXT = 'meridian';

/**
 * Returns the encryption of this installation, after a stored check value has proved that the database
 * was encrypted with the same secret.
 * @throws StartupError when the secret differs, or its file is readable by others.
 */
export async function openSeal(
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
  database: Database,
): Promise<Seal> {
  const seal = new Seal(secretKey ?? (await secretOfFolder(dataDir)));
  await insertSettingIfMissing(database, CHECK_SETTING, seal.close(CHECK_TEXT, CHECK_SETTING));
  const stored = (await findSetting(database, CHECK_SETTING)) ?? '';
  try {
    seal.open(stored, CHECK_SETTING);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new StartupError(
      `The database was encrypted with another secret: set SECRET_KEY, or bring back the file ` +
        `${FILE_NAME} of the data folder, as they were when the database was made.`,
    );
  }
  return seal;
}

/**
 * Creates the file if it is missing, atomically, even when another server starts at the same time.
 */
async function secretOfFolder(dataDir: string): Promise<string> {
  const file = path.join(dataDir, FILE_NAME);
  const known = await readSecret(file);
  if (known !== undefined) return known;
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', ONLY_OWNER);
  try {
    await handle.writeFile(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
    await handle.sync();
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await handle.close();
    await rm(draft);
  }
  return (await readSecret(file)) ?? '';
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(file);
    if ((mode & BITS_OF_OTHERS) !== 0)
      throw new StartupError(`${file} is readable by others: chmod 600 it.`);
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
