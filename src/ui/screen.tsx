/** The scrolling frame of a screen, which restores its scroll position. */
import { createContext, useContext, useLayoutEffect, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

const ScrollerContext = createContext<HTMLElement | null>(null);

/** Returns the scrolling element of the surrounding {@link Screen}; null until it is mounted. */
export function useScroller(): HTMLElement | null {
  return useContext(ScrollerContext);
}

const WIDTHS = { column: 'max-w-column', wide: 'max-w-wide', desk: 'max-w-desk' } as const;

interface ScreenProps {
  /** Screens with a key restore their scroll position. */
  readonly scrollKey?: string;
  /** Stays on top while the rest scrolls. */
  readonly header?: ReactNode;
  /** `column`: reading width. `wide`: lists and charts side by side. `desk`: a workstation on a large screen. */
  readonly width?: keyof typeof WIDTHS;
  /**
   * Makes text without focusable elements focusable, because keys could not scroll it otherwise.
   */
  readonly isText?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * One page: safe areas, its own scrolling, and a width that suits the device. Content may query
 * that width in `rem` (`@max-…`), so that large letters get the layout of a small screen.
 */
export function Screen(props: ScreenProps) {
  const { scrollKey, header, width = 'column', isText = false, className, children } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useScrollMemory(scroller, scrollKey);
  const column = WIDTHS[width];
  return (
    <ScrollerContext value={scroller}>
      <div className="@container animate-fade-in flex h-full flex-col">
        {header !== undefined && (
          // Next to the scroller, not inside it, so that it never covers the focused element.
          <div className="safe-top shrink-0">
            <div className={classNames('mx-auto w-full', column)}>{header}</div>
          </div>
        )}
        <div
          ref={setScroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
          tabIndex={isText ? 0 : undefined}
          // Positioned, so that no hidden text far down lengthens the document, which a focus would scroll then.
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2"
        >
          <main className={classNames('safe-bottom mx-auto w-full', column)}>
            <div className={className}>{children}</div>
          </main>
        </div>
      </div>
    </ScrollerContext>
  );
}

/** Scroll position at which each screen with a key was left, CSS px. */
const scrollTops = new Map<string, number>();

/** Events of a user who scrolls or is about to. */
const OWN_MOVES = ['wheel', 'pointerdown', 'keydown'] as const;

function useScrollMemory(scroller: HTMLElement | null, key: string | undefined): void {
  useLayoutEffect(() => {
    if (!scroller || key === undefined) return undefined;
    const wanted = scrollTops.get(key) ?? 0;
    const isThere = leadTo(scroller, wanted);
    return () => {
      scrollTops.set(key, isThere() ? scroller.scrollTop : wanted);
    };
  }, [scroller, key]);
}

/**
 * Scrolls to `topPx` as soon as the content is long enough, because reloaded lists grow after the
 * first frame. Stops when the user scrolls.
 *
 * @returns a function that ends it and returns whether it was over.
 */
function leadTo(scroller: HTMLElement, topPx: number): () => boolean {
  const waiting = new AbortController();
  const growing = new ResizeObserver(tryIt);
  waiting.signal.addEventListener('abort', () => growing.disconnect());
  function tryIt(): void {
    scroller.scrollTo(0, topPx);
    // Some zoom levels lose fractions of a pixel.
    if (scroller.scrollTop >= topPx - 1) waiting.abort();
  }
  for (const move of OWN_MOVES)
    scroller.addEventListener(move, () => waiting.abort(), { signal: waiting.signal });
  if (scroller.firstElementChild) growing.observe(scroller.firstElementChild);
  tryIt();
  return () => {
    const isOver = waiting.signal.aborted;
    waiting.abort();
    return isOver;
  };
}
