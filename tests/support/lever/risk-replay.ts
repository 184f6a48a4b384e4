/** Runs the risk machine of each account on every valuation of the naive model, and says whom it would warn. */
import { assert } from '../../../contract/assert.ts';
import { contractRiskMachine } from '../../../machines/domain/lever/contract-risk.machine.ts';
import type { ContractRiskEvent } from '../../../machines/domain/lever/contract-risk.machine.ts';
import { beginLife, takeEvent } from '../../../server/kit/lifecycle/machine-steps.ts';

type Step = ReturnType<typeof beginLife<typeof contractRiskMachine>>;

export class RiskReplay {
  readonly #snapshots = new Map<number, Step['snapshot']>();
  #lines: string[] = [];
  /** Valuations by the state that they led to. */
  readonly reached: Record<string, number> = {};

  /** An account was valued at live marks. */
  measure(ownerId: number, equity: bigint, margin: bigint, isOwnDoing: boolean): void {
    const measured = { equity: String(equity), margin: String(margin), isOwnDoing };
    const step = this.#take(ownerId, { type: 'ratio.measured', ...measured });
    const state = String(step.snapshot.value);
    this.reached[state] = (this.reached[state] ?? 0) + 1;
    if (step.effects.some(({ type }) => type === 'warnOwner'))
      this.#lines.push(`warned ${ownerId} ${state} ${equity} ${margin}`);
  }

  /** No position of the owner is open. */
  clear(ownerId: number): void {
    this.#take(ownerId, { type: 'positions.gone' });
  }

  /** Another server begins and knows no earlier level. */
  restart(): void {
    this.#snapshots.clear();
  }

  /** Returns the warnings since the last call. */
  takeLines(): readonly string[] {
    return this.#lines.splice(0);
  }

  #take(ownerId: number, event: ContractRiskEvent): Step {
    const before =
      this.#snapshots.get(ownerId) ?? beginLife(contractRiskMachine, undefined).snapshot;
    const step = takeEvent(contractRiskMachine, before, event);
    assert(step !== null, `the risk machine refuses ${event.type}`);
    this.#snapshots.set(ownerId, step.snapshot);
    return step;
  }
}
