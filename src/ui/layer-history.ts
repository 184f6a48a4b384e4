/**
 * Makes "back" close a layer above the page (a sheet, a dialog, a popover) before it leaves the
 * page. Each open layer has its own history entry with the address and the key of its page, so that
 * the router ignores it. A layer closed by a button or a link removes its entry first, so that none
 * is left behind.
 */
import { layersOf } from './page-steps.ts';

/** The part of `window` that is used here. */
interface LayerWindow {
  readonly history: Pick<History, 'state' | 'pushState' | 'go'>;
  readonly location: Pick<Location, 'pathname'>;
  addEventListener(type: 'popstate', listener: (event: Event) => void, capture: true): void;
  setTimeout(task: () => void, delayMs: number): number;
  clearTimeout(timer: number): void;
}

interface Layer {
  readonly close: () => void;
  /** The user has left its page, which closes the layer. */
  isLeft: boolean;
}

/** Going back within a page is always faster; after this time, waiting steps run in any case. */
const TRAVEL_MS = 1_000;

export class LayerHistory {
  readonly #page: LayerWindow;
  #layers: readonly Layer[] = [];
  #steps: readonly (() => void)[] = [];
  /** Number of layer entries between the page and the browser's position. */
  #depth: number;
  #pageKey: unknown;
  /** Timer of a `history.go` of this class that has not finished; null otherwise. */
  #travel: number | null = null;
  #isDue = false;

  constructor(page: LayerWindow) {
    this.#page = page;
    this.#depth = layersOf(page.history.state);
    this.#pageKey = keyOf(page.history.state);
    page.addEventListener('popstate', (event) => this.#arrive(event), true);
  }

  /** Registers an open layer; back calls `close`. @returns a function to call when it is closed. */
  open(close: () => void): () => void {
    const layer = { close, isLeft: false };
    this.#layers = [...this.#layers, layer];
    this.#settleSoon();
    return () => {
      this.#layers = this.#layers.filter((each) => each !== layer);
      this.#settleSoon();
    };
  }

  /** Runs a step that changes the address, when no layer entry is in its way. */
  take(step: () => void): void {
    this.#steps = [...this.#steps, step];
    this.#settle();
  }

  get #guarded(): readonly Layer[] {
    return this.#layers.filter(({ isLeft }) => !isLeft);
  }

  #arrive(event: Event): void {
    const { state } = this.#page.history;
    const from = this.#depth;
    const isOwn = this.#travel !== null;
    const isSamePage = keyOf(state) === this.#pageKey;
    if (this.#travel !== null) this.#page.clearTimeout(this.#travel);
    this.#travel = null;
    this.#depth = layersOf(state);
    this.#pageKey = keyOf(state);
    this.#settleSoon();
    if (!isSamePage || (from === 0 && this.#depth === 0)) return;
    event.stopImmediatePropagation();
    if (!isOwn) for (const { close } of this.#guarded.slice(this.#depth).toReversed()) close();
  }

  /**
   * Runs in its own task, so that all layers that open or close in the current one count as one
   * change.
   */
  #settleSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#page.setTimeout(() => {
      this.#isDue = false;
      this.#settle();
    }, 0);
  }

  #settle(): void {
    if (this.#travel !== null) return;
    // A page that was just loaded may have removed the layers of its entry.
    this.#depth = layersOf(this.#page.history.state);
    const wanted = this.#steps.length > 0 ? 0 : this.#guarded.length;
    if (this.#depth > wanted) this.#goBack(this.#depth - wanted);
    else if (this.#steps.length > 0) this.#takeSteps();
    else while (this.#depth < wanted) this.#addEntry();
  }

  #addEntry(): void {
    const { history } = this.#page;
    this.#depth += 1;
    history.pushState({ ...(history.state as object | null), layers: this.#depth }, '');
  }

  #goBack(count: number): void {
    const { history } = this.#page;
    this.#travel = this.#page.setTimeout(() => {
      this.#travel = null;
      this.#depth = layersOf(history.state);
      this.#takeSteps();
    }, TRAVEL_MS);
    history.go(-count);
  }

  #takeSteps(): void {
    const { history, location } = this.#page;
    const { pathname } = location;
    const taken = this.#steps;
    this.#steps = [];
    for (const step of taken) step();
    this.#pageKey = keyOf(history.state);
    if (location.pathname !== pathname) for (const layer of this.#layers) layer.isLeft = true;
    this.#settleSoon();
  }
}

/** The router gives each visit of a page a key. */
const keyOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'key' in state ? state.key : null;
