/**
 * `npm run verify:refusal -- <address> <text> <signature>` checks with the public key of an exchange that it refused the
 * order of a fast contract. `text` and `signature` are those of the answer, under `signed`.
 * Exit code 0: the exchange signed it; 1: the text is no refusal, or its signature is not of this key.
 */
import { readRefusal } from '../contract/figures/micro-refusal.ts';
import { formatUnits, SCALE_MAX } from '../contract/money/decimal.ts';
import { indexCryptoOf } from '../server/areas/micro/micro.area.ts';
import { readIndexKey, timeText } from './read-public.ts';

const USAGE = 'Usage: npm run verify:refusal -- <address> <text> <signature>';

try {
  const [address, ...parts] = process.argv.slice(2);
  // The app copies both in one line.
  const words = parts.join(' ').split(' ');
  const signature = words.pop();
  const text = words.join(' ');
  if (address === undefined || signature === undefined || text === '') throw new Error(USAGE);
  const refusal = readRefusal(text);
  if (refusal === null) throw new Error('The text is no refusal.');
  if (!indexCryptoOf(await readIndexKey(address)).isSigned(text, signature))
    throw new Error('The signature is not of this exchange.');
  const { instrument, direction, stake, error, refusedAtMs, logAtMs } = refusal;
  process.stdout.write(
    `The exchange refused ${direction} on ${instrument} with a stake of ${formatUnits(stake, SCALE_MAX)} ` +
      `at ${timeText(refusedAtMs)}: ${error}. It had stored the index until ${timeText(logAtMs)}.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
