/** The ledger rule that each account is changed in the journal of its owner, see `account-owners.ts`. */
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';
import { units } from '../../contract/money/units.ts';
import { mayBook, type AccountOwner } from './account-owners.ts';
import {
  DEALING_TRANSIT_ACCOUNT,
  HOUSE_ACCOUNTS,
  JOURNALS,
  LEVER_DEBT_ACCOUNT,
  TRANSIT_ACCOUNT,
} from './chart.ts';
import { ofRows } from './verify-presence.ts';
import { signOf } from './verify-recipe-rules.repo.ts';

const OWNERS_OF_JOURNALS: readonly (readonly [number, AccountOwner])[] = [
  [JOURNALS.general, 'rows'],
  [JOURNALS.spot, 'spot'],
  [JOURNALS.dealing, 'dealing'],
];
const TYPES = [
  ...Object.values(ACCOUNT_TYPES),
  ...Object.values(HOUSE_ACCOUNTS),
  TRANSIT_ACCOUNT,
  DEALING_TRANSIT_ACCOUNT,
  LEVER_DEBT_ACCOUNT,
];
const SIGNS = [-1n, 0n, 1n];
const CHANGES = SIGNS.flatMap((available) =>
  SIGNS.map((frozen) => ({ available: units(available), frozen: units(frozen) })),
);

/** Journal and account type as one number, which PostgreSQL finds faster than two columns. */
const PLACE = '(journal::integer * 65536 + account_type)';
const placeOf = (journal: number, accountType: number): number => journal * 65_536 + accountType;

/** Places with changes that the owner of the journal must not book, and the keys of those changes. */
const forbidden = OWNERS_OF_JOURNALS.flatMap(([journal, owner]) =>
  TYPES.map((accountType) => {
    const changes = CHANGES.filter(
      (change) => !mayBook({ ownerId: 0, currencyId: 0, accountType, ...change }, owner),
    );
    return { place: placeOf(journal, accountType), changes };
  }),
).filter(({ changes }) => changes.length > 0);

const PLACES = forbidden.map(({ place }) => place).join();
const KEYS = forbidden
  .flatMap(({ place, changes }) =>
    changes.map(
      ({ available, frozen }) => place * 9 + (Number(available) + 1) * 3 + Number(frozen) + 1,
    ),
  )
  .join();

/**
 * A writer holds the balances of its accounts in memory, so that an entry of another writer is not in them. Grants may
 * be of the time before a writer started; the rule on grants counts them. Entries from before the first movement of the
 * dealing journal are of versions in which other writers changed those accounts. A row may hide its time, but not its
 * transaction; after a move of the ledger the transactions are lower, and the time is right.
 */
export const entryOfOtherWriter = ofRows(function entriesOfOtherWriters({ entries }) {
  return `
    select 'entry_of_other_writer' as fault, entry.journal, entry.number, recipe, owner_id, account_type, currency_id,
      available_delta, frozen_delta
    from (
      select * from ${entries} changed
      where ${PLACE} = any('{${PLACES}}'::integer[])
        and ${PLACE}::bigint * 9 + ${signOf('available_delta')} * 3 + ${signOf('frozen_delta')} = any('{${KEYS}}'::bigint[])
      offset 0
    ) entry
    cross join lateral (
      select recipe, at_ms from ledger_movements own
      where (own.journal, own.number) = (entry.journal, entry.number) offset 0
    ) movement
    cross join (
      select transaction_id, at_ms from ledger_movements
      where journal = ${JOURNALS.dealing} order by number limit 1
    ) begun
    where recipe <> 'seed.grant'
      and (entry.transaction_id > begun.transaction_id or movement.at_ms > begun.at_ms)`;
});
