/** Commands that give money to users of a server under test and verify its ledger. */
import { z } from 'zod';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { units } from '../../../contract/money/units.ts';
import { positiveDecimalField } from '../../../contract/schemas/fields.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { findUserByAccount, findUserById } from '../../areas/identity/identity.area.ts';
import type { SpotCommands } from '../../areas/spot/spot.area.ts';
import { INVALID } from './control-server.ts';
import type { ControlCommands, ControlReply } from './control-server.ts';
import type { KnownCurrencies } from './known-currencies.ts';

/** Verifies the ledger and returns the faults. @throws Error when the database cannot be reached. */
type Verify = () => Promise<{ readonly faults: readonly string[] }>;

interface CurrencySum {
  readonly currencyId: number;
  /** All units of all accounts; 0 in a consistent ledger. */
  readonly sum: bigint;
  readonly frozen: bigint;
}

interface LedgerCommandParts {
  readonly verifier: {
    /** Reads the whole ledger. */
    readonly verify: Verify;
    /** Reads the changes since the last verification. */
    readonly verifyRecent: Verify;
  };
  readonly sums: () => Promise<readonly CurrencySum[]>;
  readonly database: Database;
  readonly currencies: KnownCurrencies;
  readonly spot: Pick<SpotCommands, 'grant'>;
  readonly clock: Clock;
}

const grantBody = z.strictObject({
  user_id: z.int().optional(),
  email: z.string().optional(),
  currency_code: z.string(),
  amount: positiveDecimalField,
});
const REQUEST_ID = 'control';

/**
 * `POST /ledger/grant` with `{"user_id"|"email", "currency_code", "amount"}` adds the amount to the
 * user's spot account through the running spot writer; it is committed when the answer comes.
 * `GET /ledger/totals` answers the sum of all accounts (always 0) and the frozen sum by currency, with
 * the faults of a full verification made now. `GET /ledger/recent` answers the faults in the
 * changes since the last verification.
 */
export function ledgerCommands(parts: LedgerCommandParts): ControlCommands {
  return {
    'POST /ledger/grant': (body) => grant(parts, body),
    'GET /ledger/totals': async () => ({ body: await totals(parts) }),
    'GET /ledger/recent': async () => {
      const { faults } = await parts.verifier.verifyRecent();
      return { body: { faults } };
    },
  };
}

async function grant(
  { database, currencies, spot, clock }: LedgerCommandParts,
  body: unknown,
): Promise<ControlReply> {
  const wanted = grantBody.safeParse(body);
  if (!wanted.success) return INVALID;
  const { user_id: id, email = '', currency_code: code, amount: text } = wanted.data;
  const person =
    id === undefined
      ? await findUserByAccount(database, { type: 'email', value: email })
      : await findUserById(database, id);
  const currency = currencies.byCode(code);
  const amount = currency ? parseUnits(text, currency.scale) : null;
  if (person === undefined || currency === undefined || amount === null) return INVALID;
  await spot.grant({
    ownerId: person.id,
    currencyId: currency.id,
    amount: units(amount),
    requestId: REQUEST_ID,
    now: clock.now(),
  });
  return { body: { user_id: person.id } };
}

async function totals({ verifier, sums, currencies }: LedgerCommandParts): Promise<object> {
  const found = await sums();
  const { faults } = await verifier.verify();
  return {
    currencies: found.map(({ currencyId, sum, frozen }) => {
      const { code = String(currencyId), scale = 0 } = currencies.byId(currencyId) ?? {};
      return {
        currency_code: code,
        sum: formatUnits(sum, scale),
        frozen: formatUnits(frozen, scale),
      };
    }),
    faults,
  };
}
