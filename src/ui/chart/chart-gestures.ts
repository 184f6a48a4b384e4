/**
 * Converts touch, mouse, wheel and key input on the chart into actions. One finger pans sideways
 * (up and down scrolls the page), two fingers zoom, and a long press shows the crosshair. A mouse
 * shows it by hovering, pans by dragging and zooms by its wheel.
 */
interface GestureHandlers {
  /** Moves the content with the pointer by `dx` pixels. */
  pan(dx: number): void;
  /** A `factor` above 1 shows more bars; the bar at `x` stays in place. */
  zoom(factor: number, x: number): void;
  crosshair(point: { readonly x: number; readonly y: number } | null): void;
  /** Moves the crosshair by whole bars, by keyboard. */
  step(bars: number): void;
  /** Returns to the newest bars. */
  reset(): void;
}

const HOLD_MS = 320;
const HOLD_SLACK_PX = 8;
const WHEEL_ZOOM = 0.0016;
const KEY_ZOOM = 1.25;

interface Point {
  readonly x: number;
  readonly y: number;
}

export class ChartGestures {
  readonly #element: HTMLElement;
  readonly #handlers: GestureHandlers;
  readonly #pointers = new Map<number, Point>();
  readonly #ended = new AbortController();
  #hold: ReturnType<typeof setTimeout> | undefined;
  #pressedAt: Point | null = null;
  #isHolding = false;

  constructor(element: HTMLElement, handlers: GestureHandlers) {
    this.#element = element;
    this.#handlers = handlers;
    const { signal } = this.#ended;
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      options: AddEventListenerOptions = {},
    ) => element.addEventListener(type, listener, { ...options, signal });
    listen('pointerdown', (event) => this.#onDown(event));
    listen('pointermove', (event) => this.#onMove(event));
    listen('pointerup', (event) => this.#onEnd(event));
    listen('pointercancel', (event) => this.#onEnd(event));
    listen('pointerleave', (event) => this.#onLeave(event));
    listen('dblclick', () => handlers.reset());
    listen('wheel', (event) => this.#onWheel(event), { passive: false });
    listen('touchmove', (event) => this.#isHolding && event.preventDefault(), { passive: false });
    listen('contextmenu', (event) => this.#isHolding && event.preventDefault());
    listen('keydown', (event) => this.#onKey(event));
    listen('blur', () => handlers.crosshair(null));
  }

  /** Removes the listeners. */
  end(): void {
    clearTimeout(this.#hold);
    this.#ended.abort();
  }

  #pointOf(event: MouseEvent): Point {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #onDown(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const point = this.#pointOf(event);
    this.#pointers.set(event.pointerId, point);
    this.#element.setPointerCapture(event.pointerId);
    clearTimeout(this.#hold);
    this.#pressedAt = point;
    this.#handlers.crosshair(null);
    this.#isHolding = false;
    if (event.pointerType !== 'mouse' && this.#pointers.size === 1) {
      this.#hold = setTimeout(() => {
        this.#isHolding = true;
        this.#handlers.crosshair(point);
      }, HOLD_MS);
    }
  }

  #onMove(event: PointerEvent): void {
    const point = this.#pointOf(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.#handlers.crosshair(point);
      return;
    }
    if (this.#isHolding) {
      this.#handlers.crosshair(point);
      return;
    }
    const pressed = this.#pressedAt ?? point;
    if (Math.hypot(point.x - pressed.x, point.y - pressed.y) < HOLD_SLACK_PX) return;
    clearTimeout(this.#hold);
    this.#pressedAt = { x: Number.NEGATIVE_INFINITY, y: 0 };
    if (this.#pointers.size === 1) this.#handlers.pan(point.x - before.x);
    else this.#pinch(event.pointerId, before, point);
    this.#pointers.set(event.pointerId, point);
  }

  #pinch(pointerId: number, before: Point, after: Point): void {
    const other = [...this.#pointers].find(([id]) => id !== pointerId)?.[1];
    if (!other) return;
    const distance = Math.hypot(after.x - other.x, after.y - other.y);
    const distanceBefore = Math.hypot(before.x - other.x, before.y - other.y);
    if (distance < 1 || distanceBefore < 1) return;
    this.#handlers.zoom(distanceBefore / distance, (after.x + other.x) / 2);
  }

  #onEnd(event: PointerEvent): void {
    clearTimeout(this.#hold);
    this.#pointers.delete(event.pointerId);
    if (this.#isHolding && this.#pointers.size === 0) {
      this.#isHolding = false;
      this.#handlers.crosshair(null);
    }
  }

  #onLeave(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && this.#pointers.size === 0) this.#handlers.crosshair(null);
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.#handlers.pan(-event.deltaX);
    else this.#handlers.zoom(Math.exp(event.deltaY * WHEEL_ZOOM), this.#pointOf(event).x);
  }

  #onKey(event: KeyboardEvent): void {
    const middle = this.#element.clientWidth / 2;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.#handlers.step(-1),
      ArrowRight: () => this.#handlers.step(1),
      '+': () => this.#handlers.zoom(1 / KEY_ZOOM, middle),
      '-': () => this.#handlers.zoom(KEY_ZOOM, middle),
      End: () => this.#handlers.reset(),
      Escape: () => this.#handlers.crosshair(null),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
