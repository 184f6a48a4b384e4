/** The total amount and the small-amount rule of a holding. */
import { formatUnits, parseUnits, SCALE_MAX } from '../../../../contract/money/decimal.ts';
import type { Account } from '../../../../contract/wallet/accounts.ts';

type Amounts = Pick<Account, 'available' | 'frozen'>;

const units = (text: string): bigint => parseUnits(text, SCALE_MAX) ?? 0n;
const sumOf = ({ available, frozen }: Amounts): bigint => units(available) + units(frozen);

/** Returns available and frozen together. */
export const amountOf = (account: Amounts): string => formatUnits(sumOf(account), SCALE_MAX);

export const holdsSomething = (account: Amounts): boolean => sumOf(account) > 0n;

/** Returns whether a known equivalent is less than one. */
export const isWorthLessThanOne = (equivalent: string | null): boolean =>
  equivalent !== null && units(equivalent) < 10n ** BigInt(SCALE_MAX);
