/** Converts snapshots to their stored form, and stored ones of an older version to the present one. */
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import { assert, ensure } from '../../../contract/assert.ts';
import type { LifecycleSpec } from './lifecycles.types.ts';
import type { StoredSnapshot } from './stored-snapshot.types.ts';

/** @throws AssertionError for a machine whose snapshots hold more than value and context. */
export function storedSnapshot(snapshot: unknown): StoredSnapshot {
  const { value, context, children, historyValue } = snapshot as AnyMachineSnapshot;
  assert(
    Object.keys(children).length === 0 && Object.keys(historyValue).length === 0,
    'machines of records have neither actors nor history states',
  );
  return JSON.parse(JSON.stringify({ value, context })) as StoredSnapshot;
}

/**
 * Returns the snapshot of the present machine.
 * @throws AssertionError when a version is newer than the code or a migration is missing, Error
 *   when a state is unknown.
 */
export function restoreSnapshot<M extends AnyStateMachine>(
  spec: LifecycleSpec<M>,
  stored: { readonly machineVersion: number; readonly snapshot: unknown },
): SnapshotFrom<M> {
  const { kind, machine, version, migrations } = spec;
  assert(
    stored.machineVersion <= version,
    `a ${kind} of version ${stored.machineVersion} is newer than this program, which has ${version}`,
  );
  let { snapshot } = stored;
  for (let from = stored.machineVersion; from < version; from++)
    snapshot = ensure(migrations[from], `migration of ${kind} from version ${from}`)(snapshot);
  const { value, context } = snapshot as StoredSnapshot;
  return machine.resolveState({ value, context } as never) as SnapshotFrom<M>;
}
