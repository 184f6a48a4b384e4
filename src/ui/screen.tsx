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
  readonly className?: string;
  readonly children: ReactNode;
}

/** One page: safe areas, its own scrolling, and a width that suits the device. */
export function Screen({ scrollKey, header, width = 'column', className, children }: ScreenProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useScrollMemory(scroller, scrollKey);
  const column = width === 'wide' ? 'max-w-wide' : 'max-w-column';
  return (
    <ScrollerContext value={scroller}>
      <div className="animate-fade-in flex h-full flex-col">
        {header !== undefined && (
          // Beside the scroller, not inside: it never covers what has the focus.
          <div className="safe-top shrink-0">
            <div className={classNames('mx-auto w-full', column)}>{header}</div>
          </div>
        )}
        <div ref={setScroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
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
