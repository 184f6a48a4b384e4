/** Colors of the chart, read from the present tokens of `element`. */

export interface ChartTheme {
  readonly canvas: string;
  readonly line: string;
  readonly edge: string;
  readonly ink: string;
  readonly faint: string;
  readonly accent: string;
  readonly up: string;
  readonly down: string;
  /** One color per moving average, in the order of the lengths. */
  readonly averages: readonly string[];
  readonly fontFamily: string;
}

export function readChartTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    canvas: token('canvas'),
    line: token('line'),
    edge: token('edge'),
    ink: token('ink'),
    faint: token('faint'),
    accent: token('accent'),
    up: token('up'),
    down: token('down'),
    averages: [token('warn'), token('accent'), token('muted')],
    fontFamily: style.fontFamily,
  };
}

/** Calls back when the page changes between dark and light. Returns a function that stops it. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'class', 'style'],
  });
  return () => observer.disconnect();
}
