/** Runs of a property: few in the suite, and any number for a long run by hand. */

const asked = Number(process.env['PROPERTY_RUNS'] ?? 0);

/** Returns the number in `PROPERTY_RUNS`; `usual` without one. */
export const runsOf = (usual: number): number => (asked > 0 ? asked : usual);
