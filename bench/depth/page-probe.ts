/** Runs inside the page: counts frames, long tasks, commits of React, and changes of the book on screen. */

export interface DepthProbe {
  readonly frames: number;
  readonly elapsedMs: number;
  readonly longTasks: number;
  readonly longestTaskMs: number;
  readonly commits: number;
  readonly commitsPerFrameMax: number;
  /** Frames in which the book on screen changed. */
  readonly framesWithChange: number;
}

declare global {
  interface Window {
    benchCommits: number;
  }
}

/** Before the app's script: React reports each commit to this hook, also in a production build. */
export function countCommits(): void {
  window.benchCommits = 0;
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberRoot: () => (window.benchCommits += 1),
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
    },
  });
}

/** Self-contained, because it is handed to the page as text. `selector`: the book. */
export function runDepthProbe(options: {
  durationMs: number;
  selector: string;
}): Promise<DepthProbe> {
  return new Promise((resolve) => {
    const book = document.querySelector(options.selector);
    if (book === null) throw new Error('no book on screen');
    let [frames, longTasks, longestTaskMs, framesWithChange, commitsPerFrameMax] = [0, 0, 0, 0, 0];
    let hasChanged = false;
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        longTasks += 1;
        longestTaskMs = Math.max(longestTaskMs, duration);
      }
    });
    tasks.observe({ type: 'longtask' });
    const changes = new MutationObserver(() => (hasChanged = true));
    changes.observe(book, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    const begun = performance.now();
    const commitsBefore = window.benchCommits;
    let commitsAtFrame = commitsBefore;
    const frame = () => {
      frames += 1;
      if (hasChanged) framesWithChange += 1;
      hasChanged = false;
      commitsPerFrameMax = Math.max(commitsPerFrameMax, window.benchCommits - commitsAtFrame);
      commitsAtFrame = window.benchCommits;
      const elapsedMs = performance.now() - begun;
      if (elapsedMs < options.durationMs) return requestAnimationFrame(frame);
      tasks.disconnect();
      changes.disconnect();
      const commits = window.benchCommits - commitsBefore;
      resolve({
        frames,
        elapsedMs,
        longTasks,
        longestTaskMs,
        commits,
        commitsPerFrameMax,
        framesWithChange,
      });
      return 0;
    };
    requestAnimationFrame(frame);
  });
}
