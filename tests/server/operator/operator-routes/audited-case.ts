/** The shape of one change by an operator, for the tables of all changes. */
import type { ErrorName } from '../../../../contract/errors/catalog.ts';
import type { TestServer } from '../../../support/servers/test-server.ts';
import type { Fields } from '../../edge/private-routes/access-table.ts';
import type { OperatorWorld } from './operator-world.ts';

export interface AuditedCase {
  /** The request without reason and revision. Each runs once, in the order of the table. */
  readonly request: (world: OperatorWorld) => Fields;
  /** The action's name in the audit log. */
  readonly action: string;
  readonly subject: (world: OperatorWorld) => readonly [kind: string, id: string];
  /** The same request about a record that does not exist. */
  readonly unknown?: { readonly request: Fields; readonly error: ErrorName };
  /** The error of a repetition; undefined if the call may be repeated. */
  readonly again?: ErrorName;
  /** Two operators may both act on the same version of a record, one after the other. */
  readonly isAdditive?: true;
  /** Brings about a state without which the action is refused. @returns a function that ends it. */
  readonly prepare?: (server: TestServer) => Promise<() => Promise<void>>;
  /** The action applies to the current state of the record, not to the revision that the operator saw (ADR 13). */
  readonly isDoneAnyway?: true;
}

/** The id of a record that does not exist. */
export const UNKNOWN = { id: '999999999' };
