/** Initial balances of the demo exchange's users and of the built-in traders. */
import { ensure } from '../../../contract/assert.ts';
import { parseUnits } from '../../../contract/money/decimal.ts';
import { units } from '../../../contract/money/units.ts';
import type { Result } from '../../../contract/result.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { findUserByAccount } from '../../areas/identity/identity.area.ts';
import { OWNERS } from '../../ledger/chart.ts';
import { COINS } from '../../ledger/currency-catalog.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { postOpeningMovement } from '../../ledger/ledger.repo.ts';
import { seedGrant } from '../../ledger/recipes.ts';

type Holdings = Readonly<Record<string, string>>;

/** Balances by email address; other users start with nothing, as after every sign-up. */
const PEOPLE: Readonly<Record<string, Holdings>> = {
  'demo.trader@meridian.test': {
    USDT: '100000',
    BTC: '2',
    ETH: '20',
    SOL: '150',
    BNB: '30',
    XRP: '5000',
    DOGE: '40000',
  },
  'demo.merchant@meridian.test': { USDT: '250000', BTC: '5', ETH: '60' },
  'demo.agent@meridian.test': { USDT: '10000', BTC: '0.1' },
};

/** Additional amounts for fiat trading, in the users' fiat accounts. */
const FIAT_TRADERS: Readonly<Record<string, Holdings>> = {
  'demo.trader@meridian.test': { USDT: '5000' },
  'demo.merchant@meridian.test': { USDT: '120000', BTC: '3', ETH: '30' },
};

/** Whole coins of each kind for both built-in traders: more than demos use up. */
const HOUSE_INVENTORY = '1000000000000';

/**
 * Grants all of it through the ledger. Must be called before any spot writer has started on the
 * database.
 * @throws AssertionError when a user or a currency is missing.
 */
export async function seedDemoGrants(
  tx: Transaction,
  currencies: Currencies,
  now: EpochMs,
): Promise<void> {
  const inventory = Object.fromEntries(COINS.map(({ code }) => [code, HOUSE_INVENTORY]));
  const { spot, fiat } = ACCOUNT_TYPES;
  for (const ownerId of [OWNERS.marketMaker, OWNERS.demoFlow])
    await grant(tx, currencies, { ownerId, accountType: spot, holdings: inventory }, now);
  for (const [accountType, people] of [[spot, PEOPLE] as const, [fiat, FIAT_TRADERS] as const])
    for (const [email, holdings] of Object.entries(people)) {
      const person = await findUserByAccount(tx, { type: 'email', value: email });
      const ownerId = ensure(person, email).id;
      await grant(tx, currencies, { ownerId, accountType, holdings }, now);
    }
}

interface AccountGrant {
  readonly ownerId: number;
  readonly accountType: number;
  readonly holdings: Holdings;
}

async function grant(
  tx: Transaction,
  currencies: Currencies,
  { ownerId, accountType, holdings }: AccountGrant,
  now: EpochMs,
): Promise<Result<bigint, 'insufficient_balance'>> {
  const amounts = Object.entries(holdings).map(([code, text]) => {
    const { id, scale } = ensure(currencies.byCode(code), `currency ${code}`);
    return { currencyId: id, amount: units(ensure(parseUnits(text, scale), text)) };
  });
  const movement = seedGrant({ causeId: 'demo', requestId: 'seed', ownerId, accountType, amounts });
  return postOpeningMovement(tx, movement, now);
}
