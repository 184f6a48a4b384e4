/** Steps that change the address pass here, so that what floats above the page can clear its entries from the history first. */
type Step = () => void;

let take = (step: Step): void => step();

/** Changes the address by `step`: at once, unless something that is open has to be cleared away first. */
export const takePageStep = (step: Step): void => take(step);

/** From now on `by` decides when a step is taken. */
export function interceptPageSteps(by: (step: Step) => void): void {
  take = by;
}

/** How many layers were open above the page when an entry of the history was made. */
export const layersOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'layers' in state && Number.isInteger(state.layers)
    ? (state.layers as number)
    : 0;

/** Nothing is open on a page that has just been loaded: leaves the entries of what was open before the reload. */
export function leaveStaleLayers(history: Pick<History, 'state' | 'go'>): void {
  const depth = layersOf(history.state);
  if (depth > 0) history.go(-depth);
}
