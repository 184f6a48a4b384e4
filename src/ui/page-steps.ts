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

/** The part of `window` that {@link leaveStaleLayers} uses. Some browsers have no `navigation`. */
interface LoadedPage {
  readonly history: Pick<History, 'state' | 'go' | 'replaceState'>;
  readonly location: Pick<Location, 'href'>;
  readonly navigation?: {
    readonly currentEntry: Pick<NavigationHistoryEntry, 'index'> | null;
    entries(): readonly Pick<NavigationHistoryEntry, 'key' | 'url'>[];
    traverseTo(key: string): Pick<NavigationResult, 'committed'>;
  };
}

/**
 * A page that was just loaded has no open layers: leaves the entries of layers from before the
 * reload. A layer that opened while the reload began may have no entry of its own, or the browser may
 * count a step back from another place: both would leave the page, so that the entry is named where
 * the browser can do that.
 */
export function leaveStaleLayers({ history, location, navigation }: LoadedPage): void {
  const depth = layersOf(history.state);
  if (depth === 0) return;
  const below = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - depth];
  if (navigation === undefined) history.go(-depth);
  else if (below?.url === location.href)
    // A link that the user follows at once replaces this step.
    navigation.traverseTo(below.key).committed?.catch(() => undefined);
  else history.replaceState({ ...(history.state as object), layers: undefined }, '');
}
