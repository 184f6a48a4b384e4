/** The state of the ledger, and operators' permissions to go on while it is not verified. */
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { OperatorLedgerHealth } from '../../../contract/operator/schemas/exchange.ts';
import type { QueueCounts } from '../../../contract/operator/schemas/session.ts';
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import type { Result } from '../../../contract/result.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { sumAccounts } from '../../ledger/ledger.repo.ts';
import type { LedgerWatch } from '../../ledger/ledger-watch.ts';
import { recordOf, type OperatorAct } from './audit-trail.ts';
import { findLastAct } from './revisions.repo.ts';
import { UNVERIFIED } from './report-changes.ts';

export interface LedgerDeskParts {
  readonly database: Database;
  readonly currencies: Currencies;
  readonly ledger: Pick<LedgerWatch, 'health' | 'unverified' | 'continueUnverified'>;
}

export class LedgerDesk {
  readonly #parts: LedgerDeskParts;

  constructor(parts: LedgerDeskParts) {
    this.#parts = parts;
  }

  /** The alarm stays while the exchange goes on with an unverified ledger. */
  state(): QueueCounts['ledger'] {
    const { health, unverified } = this.#parts.ledger;
    if (health.faults().length === 0) return 'consistent';
    return unverified() === null ? 'inconsistent' : 'unverified';
  }

  async read(): Promise<Omit<OperatorLedgerHealth, 'disk'>> {
    const { database, currencies, ledger } = this.#parts;
    const { revision, act } = await findLastAct(database, UNVERIFIED);
    const sums = await sumAccounts(database);
    const faults = [...ledger.health.faults()];
    const unverified = ledger.unverified();
    return {
      is_consistent: faults.length === 0,
      faults,
      unverified: unverified && {
        continues_until: unverified.continuesUntil,
        revision,
        last_act: act,
      },
      totals: sums.map(({ currencyId, sum, frozen }) => {
        const { code = String(currencyId), scale = 0 } = currencies.byId(currencyId) ?? {};
        return {
          currency_code: code,
          sum: formatUnits(sum, scale),
          frozen: formatUnits(frozen, scale),
        };
      }),
    };
  }

  /** ledger_has_faults: a fault was found. not_changed: the ledger is verified. */
  continueUnverified(
    { hours, revision: seen, reason }: OperatorRequestOf<'continueUnverified'>,
    act: OperatorAct,
  ): Promise<Result<null, 'ledger_has_faults' | 'not_changed'>> {
    const { operatorId, now } = act;
    const details = { hours: Number(hours) };
    const until = now + details.hours * HOUR_MS;
    const note = { action: 'ledger.continue', subject: UNVERIFIED, reason, seen, details } as const;
    const alsoWrite = recordOf(act, note);
    return this.#parts.ledger.continueUnverified({ operatorId, now, until, alsoWrite });
  }
}
