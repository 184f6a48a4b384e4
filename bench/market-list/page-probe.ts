/** Runs inside the page: counts frames and long tasks, and ages each visible price when it is on screen. */

export interface ProbeResult {
  readonly frames: number;
  readonly elapsedMs: number;
  readonly longTasks: number;
  readonly paintDelaysMs: readonly number[];
}

/** Self-contained, because the page gets it as text. `startedAtMs` is the time that a close of 0 stands for. */
export function runProbe(options: {
  durationMs: number;
  startedAtMs: number;
  selector: string;
}): Promise<ProbeResult> {
  return new Promise((resolve) => {
    // Queried once, because a search in every frame would cost more in the larger document.
    const prices = [...document.querySelectorAll(options.selector)];
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
      for (const element of prices) {
        const text = element.textContent ?? '';
        const before = shown.get(element);
        if (before === text) continue;
        shown.set(element, text);
        const sentAtMs =
          options.startedAtMs + Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 1000);
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
