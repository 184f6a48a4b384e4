/** Creates maps of objects that outlive their screens and stop at sign-out. */
import type { Runtime } from './runtime.ts';

/**
 * Returns a map of objects by name that outlive their screens, one per page; they are stopped at
 * sign-out.
 */
export function keptUntilSignOut<Name, Kept extends { stop(): void }>(): (
  runtime: Runtime,
) => Map<Name, Kept> {
  const created = new WeakMap<Runtime, Map<Name, Kept>>();
  return (runtime) => {
    const known = created.get(runtime);
    if (known !== undefined) return known;
    const kept = new Map<Name, Kept>();
    created.set(runtime, kept);
    // Nothing of a signed-out user may be left for the next one.
    runtime.session.on('login.requested', () => {
      for (const each of kept.values()) each.stop();
      kept.clear();
    });
    return kept;
  };
}
