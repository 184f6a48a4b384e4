/** Halts of chains, and operators' acknowledgements of them. */
import type { OperatorChainHalt } from '../../../contract/operator/schemas/chains.ts';
import { ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Database } from '../../kit/db/database.ts';
import type { ChainHalt, Custody } from '../custody/custody.area.ts';
import { writeAudit } from './audit-trail.ts';
import type { OperatorAct } from './audit-trail.ts';
import { findLastActs } from './revisions.repo.ts';

export interface ChainDeskParts {
  readonly database: Database;
  readonly custody: Pick<Custody, 'chains' | 'health'>;
}

/** A halt at the revision that the operator saw, with the operator and the reason. */
export interface HaltAcknowledgement {
  readonly id: number;
  readonly seen: number;
  readonly act: OperatorAct;
  readonly reason: string;
}

export class ChainDesk {
  readonly #parts: ChainDeskParts;

  constructor(parts: ChainDeskParts) {
    this.#parts = parts;
  }

  /** Halts that last, oldest first. */
  async list(): Promise<OperatorChainHalt[]> {
    const { database, custody } = this.#parts;
    const actedOn = await findLastActs(database, 'chain_halt');
    return (await custody.health.list()).map((halt) => ({
      id: String(halt.id),
      chain: halt.chain,
      chain_name: custody.chains.get(halt.chain)?.displayName ?? halt.chain,
      cause: halt.cause,
      detail: halt.detail,
      began_at: halt.beganAtMs,
      revision: actedOn(halt.id).revision,
      last_act: actedOn(halt.id).act,
    }));
  }

  /** Ends a halt. Refused while its cause can still be seen. */
  async acknowledge({
    id,
    seen,
    act,
    reason,
  }: HaltAcknowledgement): Promise<Result<null, 'record_not_found' | 'chain_check_fails'>> {
    const { operatorId, now } = act;
    const alsoWrite = (tx: Parameters<typeof writeAudit>[0], { chain, cause }: ChainHalt) =>
      writeAudit(tx, act, {
        action: 'chain_halt.acknowledge',
        subject: ['chain_halt', id],
        reason,
        seen,
        details: { chain, cause },
      });
    const { health } = this.#parts.custody;
    const ended = await health.acknowledge({ haltId: id, operatorId, now, alsoWrite });
    return ended.ok ? ok(null) : ended;
  }
}
