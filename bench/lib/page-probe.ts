/** Runs inside the page: counts frames and long tasks, and ages each visible value when it is on screen. */

export interface ProbeResult {
  readonly frames: number;
  readonly elapsedMs: number;
  readonly longTasks: number;
  readonly paintDelaysMs: readonly number[];
}

interface ProbeOptions {
  readonly durationMs: number;
  /** Elements whose value is the time at which it was sent. */
  readonly selector: string;
  /** The attribute that has the value; null for the text. */
  readonly attribute: string | null;
  /** The time that the value 0 stands for, and the milliseconds of a unit. */
  readonly startedAtMs: number;
  readonly msOfUnit: number;
}

/** Self-contained, because the page gets it as text. */
export function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  return new Promise((resolve) => {
    // Queried once, because a search in every frame would cost more in the larger document.
    const elements = [...document.querySelectorAll(options.selector)];
    const shown = new Map<Element, string>();
    const paintDelaysMs: number[] = [];
    let frames = 0;
    let longTasks = 0;
    const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
    observer.observe({ type: 'longtask' });
    const begun = performance.now();
    const { port1, port2 } = new MessageChannel();
    // A message posted from a frame callback is handled after that frame is painted.
    port1.onmessage = () => {
      const now = Date.now();
      for (const element of elements) {
        const { attribute, startedAtMs, msOfUnit } = options;
        const text =
          (attribute === null ? element.textContent : element.getAttribute(attribute)) ?? '';
        const before = shown.get(element);
        if (before === text) continue;
        shown.set(element, text);
        const value = Number(text.replaceAll(/[^\d.]/g, ''));
        const sentAtMs = startedAtMs + Math.round(value * msOfUnit);
        if (before !== undefined) paintDelaysMs.push(now - sentAtMs);
      }
    };
    const frame = () => {
      frames++;
      port2.postMessage(null);
      const elapsedMs = performance.now() - begun;
      if (elapsedMs < options.durationMs) requestAnimationFrame(frame);
      else {
        observer.disconnect();
        resolve({ frames, elapsedMs, longTasks, paintDelaysMs });
      }
    };
    requestAnimationFrame(frame);
  });
}
