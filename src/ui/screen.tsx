import { createContext, useContext, useLayoutEffect, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

const ScrollerContext = createContext<HTMLElement | null>(null);

/** The element that scrolls the surrounding {@link Screen}; null until it is mounted. */
export function useScroller(): HTMLElement | null {
  return useContext(ScrollerContext);
}

interface ScreenProps {
  /** Screens with a key come back to where they were scrolled. */
  readonly scrollKey?: string;
  /** Stays on top while the rest scrolls. */
  readonly header?: ReactNode;
  /** `column`: reading width. `wide`: lists and charts side by side. */
  readonly width?: 'column' | 'wide';
  /** For reading: with nothing inside that takes the focus, keys could not scroll it. */
  readonly isText?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * One page: safe areas, its own scrolling, and a width that suits the device. Whatever is inside may
 * ask for that width in `rem` (`@max-…`), so that large letters get the layout of a small screen.
 */
export function Screen(props: ScreenProps) {
  const { scrollKey, header, width = 'column', isText = false, className, children } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useScrollMemory(scroller, scrollKey);
  const column = width === 'wide' ? 'max-w-wide' : 'max-w-column';
  return (
    <ScrollerContext value={scroller}>
      <div className="@container animate-fade-in flex h-full flex-col">
        {header !== undefined && (
          // Beside the scroller, not inside: it never covers what has the focus.
          <div className="safe-top shrink-0">
            <div className={classNames('mx-auto w-full', column)}>{header}</div>
          </div>
        )}
        <div
          ref={setScroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
          tabIndex={isText ? 0 : undefined}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2"
        >
          <main className={classNames('safe-bottom mx-auto w-full', column)}>
            <div className={className}>{children}</div>
          </main>
        </div>
      </div>
    </ScrollerContext>
  );
}

/** Where each screen with a key was scrolled to when it was left, CSS px. */
const scrollTops = new Map<string, number>();

function useScrollMemory(scroller: HTMLElement | null, key: string | undefined): void {
  useLayoutEffect(() => {
    if (!scroller || key === undefined) return undefined;
    scroller.scrollTo(0, scrollTops.get(key) ?? 0);
    return () => {
      scrollTops.set(key, scroller.scrollTop);
    };
  }, [scroller, key]);
}
