/** A consistent ledger for each planted fault, with a verifier that has found it consistent. */
import type { Client } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import type { Pass } from '../../../server/ledger/verifier.repo.ts';
import type { AccountLimits } from '../../../server/ledger/verify-accounts.repo.ts';
import type { Scope } from '../../../server/ledger/verify-rule.types.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import type { VerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { startScratchDatabase, withClient } from '../../support/databases/scratch-database.ts';
import type { ScratchDatabase } from '../../support/databases/scratch-database.ts';
import { ENTRIES, keepSmallLedger } from '../../support/ledger/small-ledger.ts';
import { FEW_ACCOUNTS, holdLedger, type HeldLedger } from './held-ledger.ts';
import type { PlantedFault } from './ledger-planted-faults.ts';

type Keep = (client: Client, address: DatabaseAddress) => Promise<void>;

interface ConsistentSession {
  readonly address: DatabaseAddress;
  readonly session: VerifierSession;
}

interface Passes {
  readonly recent: Pass;
  readonly full: Pass;
}

/** Starts PostgreSQL with the ledger of `small-ledger.ts` for the tests of a file. */
export function usePlantedLedger() {
  let scratch: ScratchDatabase;
  const branches = new Map<Keep, ReturnType<ScratchDatabase['branch']>>();
  beforeAll(async () => {
    scratch = await startScratchDatabase();
    await withClient(scratch.original, keepSmallLedger);
  });
  const held = new Map<Keep | undefined, Promise<HeldLedger>>();
  afterAll(async () => {
    for (const ledger of held.values()) await (await ledger).end();
    await scratch.stop();
  });

  /** The ledger with the additions of `keep`, which are made once for all tests that name the same function. */
  const branchOf = (keep: Keep) => {
    const known = branches.get(keep);
    if (known !== undefined) return known;
    const made = scratch.branch((address) =>
      withClient(address, (client) => keep(client, address)),
    );
    branches.set(keep, made);
    return made;
  };

  const copyOf = async (keep: Keep | undefined): Promise<DatabaseAddress> => {
    const source = keep === undefined ? scratch : await branchOf(keep);
    return source.copy();
  };
  const heldOf = (keep: Keep | undefined): Promise<HeldLedger> => {
    const made = held.get(keep) ?? copyOf(keep).then(holdLedger);
    held.set(keep, made);
    return made;
  };

  return {
    copy: () => scratch.copy(),
    /** A session on a copy of the ledger, with the additions of `keep`. */
    async consistentSession(keep?: Keep, entries = ENTRIES): Promise<ConsistentSession> {
      const address = await copyOf(keep);
      const session = await openSession(address);
      expect(await session.verifyAll()).toMatchObject({ kind: 'full', faults: [], entries });
      return { address, session };
    },
    /** Plants a fault in the ledger with the additions of `keep`, expects its names, and takes it back. */
    async expectFault(fault: PlantedFault, keep?: Keep, entries = ENTRIES): Promise<void> {
      const ledger = await heldOf(keep);
      await ledger.planting('any', async ({ verifier, run: plant }) => {
        expect(await verifier.verifyAll()).toMatchObject({ kind: 'full', faults: [], entries });
        expectNamed(fault, await passesOf(verifier, () => plant(fault.statements)));
      });
    },
  };
}

/** Opens a verifier session as a server has it after its start. */
export const openSession = (
  address: DatabaseAddress,
  accounts: AccountLimits = FEW_ACCOUNTS,
): Promise<VerifierSession> =>
  openVerifierSession(address, {
    name: 'test',
    isBackground: true,
    book: ledgerBook('any'),
    accounts,
  });

export const run = (address: DatabaseAddress, statements: string) =>
  withClient(address, (client) => client.query(statements));

/** A pass without new rows, for records that no movement names. */
export const NO_ROWS: Scope = {
  entries: '',
  movements: '',
  accounts: '',
  lastGeneral: 0n,
  lastSpot: 0n,
  lastDealing: 0n,
  lastDeal: 0n,
};

/** Snapshot of a pass in a transaction of its own. */
export async function snapshotOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ snapshot: string }>(
    'select pg_current_snapshot()::text as snapshot',
  );
  return rows[0]?.snapshot ?? '';
}

/** The names of faults, each once. */
export const namesOf = (faults: readonly string[]): readonly string[] =>
  [...new Set(faults.map((fault) => fault.replace(/:.*$/s, '')))].toSorted();

/** Plants a fault, and verifies new rows and then everything. */
export async function passesAfter(
  { address, session }: ConsistentSession,
  statements: string,
): Promise<Passes> {
  const passes = await passesOf(session, () => run(address, statements));
  await session.close();
  return passes;
}

async function passesOf(
  verifier: Pick<VerifierSession, 'verifyAll' | 'verifyRecent'>,
  plant: () => Promise<unknown>,
): Promise<Passes> {
  // It prepares statements: the fault is found with the plans of a pass that read no new rows.
  expect(await verifier.verifyRecent()).toMatchObject({ faults: [], entries: 0 });
  await plant();
  return { recent: await verifier.verifyRecent(), full: await verifier.verifyAll() };
}

function expectNamed(
  { statements, named, row, isFoundLate, namedAtOnce }: PlantedFault,
  { recent, full }: Passes,
): void {
  const matching =
    typeof row === 'string' ? expect.stringContaining(row) : expect.stringMatching(row);
  expect(namesOf(full.faults)).toEqual(named);
  expect(full.faults).toContainEqual(matching);
  expect(recent.kind).toBe('recent');
  // An attacker who disables a trigger is named by the next pass for that alone.
  const guarded = statements.includes('disable trigger') ? ['log_unprotected'] : [];
  const atOnce = isFoundLate ? [] : namedAtOnce;
  if (atOnce === undefined && guarded.length === 0) expect(recent.faults).toEqual(full.faults);
  else
    expect(namesOf(recent.faults)).toEqual(
      [...new Set([...(atOnce ?? named), ...guarded])].toSorted(),
    );
}
