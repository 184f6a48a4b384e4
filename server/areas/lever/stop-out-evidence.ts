/** Facts of a stop-out that the verifier needs, in addition to those of the closed orders. */
import { ensure } from '../../../contract/assert.ts';
import type { SeenAccount } from '../../engine/lever/lever-types.ts';
import type { StopOutEvidence } from './lever-store.types.ts';

interface StopOutFacts {
  /** Number of the last movement. */
  readonly lastMovement: number;
  /** Stores the last live mark of the market. @returns its number; null when there was none. */
  storeLastMark(marketId: number): number | null;
}

export class StopOutEvidences {
  #last: { readonly seen: SeenAccount; readonly evidence: StopOutEvidence } | null = null;

  /** Returns the evidence of the stop-out that saw this, collected at its first close. */
  of(seen: SeenAccount, facts: StopOutFacts): StopOutEvidence {
    if (this.#last?.seen !== seen) {
      const marks = seen.absentIds.map((marketId) => {
        const seq = ensure(
          facts.storeLastMark(marketId),
          `last mark of contract market ${marketId}`,
        );
        return { marketId, seq };
      });
      this.#last = { seen, evidence: { movement: facts.lastMovement, marks } };
    }
    return this.#last.evidence;
  }
}
