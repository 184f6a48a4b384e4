/** Runs every step that changes the address, so that open layers can remove their history entries first. */
type Step = () => void;

let take = (step: Step): void => step();

/** Changes the address by `step`: immediately, unless an open layer has to be removed first. */
export const takePageStep = (step: Step): void => take(step);

/** Lets `by` decide when steps run from now on. */
export function interceptPageSteps(by: (step: Step) => void): void {
  take = by;
}

/** Returns the number of layers that were open when a history entry was made. */
export const layersOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'layers' in state && Number.isInteger(state.layers)
    ? (state.layers as number)
    : 0;

/**
 * A page that was just loaded has no open layers: leaves the entries of layers from before the
 * reload.
 */
export function leaveStaleLayers(history: Pick<History, 'state' | 'go'>): void {
  const depth = layersOf(history.state);
  if (depth > 0) history.go(-depth);
}
