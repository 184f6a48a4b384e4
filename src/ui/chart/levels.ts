/** Horizontal price levels of a chart: entry, targets, limit and stop-out. */
import type { ChartScale } from './chart-scale.ts';

/** accent: entry. up and down: targets. warn: stop-out. faint: limit. */
export type LevelTone = 'accent' | 'up' | 'down' | 'warn' | 'faint';

export interface ChartLevel {
  /** Unique in its chart. */
  readonly id: string;
  /** Decimal text. */
  readonly price: string;
  /** A word before the price. */
  readonly label: string;
  readonly tone: LevelTone;
  /** The name of its handle; null for a level that cannot be moved. */
  readonly handleName: string | null;
}

/** The levels of a chart with the reaction to a moved one. */
export interface ChartLevels {
  readonly lines: readonly ChartLevel[];
  /** Called at each step of a drag and for each key, with a price on the tick. */
  onMove(id: string, price: string): void;
}

/** The scale of the last full drawing, for parts outside the canvas. */
export interface ScaleStore {
  get(): ChartScale | null;
  set(scale: ChartScale): void;
  subscribe(onChange: () => void): () => void;
}

export function createScaleStore(): ScaleStore {
  const listeners = new Set<() => void>();
  let current: ChartScale | null = null;
  return {
    get: () => current,
    set(scale) {
      current = scale;
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
