/** A carousel that pauses under reduced motion, a pointer or focus. */
import { useRef, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useInterval } from './use-interval.ts';
import { usePrefersReducedMotion } from './use-media-query.ts';

interface CarouselProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly itemKey: (item: T) => string | number;
  readonly renderItem: (item: T) => ReactNode;
  /** Time per slide; the carousel stops under reduced motion, a pointer or focus. */
  readonly autoplayMs: number;
  /** Name of the button that goes to slide `number` (from 1). */
  readonly dotLabel: (number: number) => string;
}

/**
 * Slides that advance automatically and by swipe (the browser's own scrolling), with a dot for
 * each.
 */
export function Carousel<T>(props: CarouselProps<T>) {
  const { label, items, itemKey, renderItem, autoplayMs, dotLabel } = props;
  const isReduced = usePrefersReducedMotion();
  const viewport = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const goTo = (index: number) => {
    const element = viewport.current;
    const behavior = isReduced ? 'auto' : 'smooth';
    element?.scrollTo({ left: index * element.clientWidth, behavior });
  };
  const isMoving = items.length > 1 && !isReduced && !isHeld;
  useInterval(() => goTo((current + 1) % items.length), isMoving ? autoplayMs : null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only holds the slides still
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className="relative -me-gutter pe-gutter"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div
        ref={viewport}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setCurrent(Math.round(scrollLeft / clientWidth))
        }
        className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card"
      >
        {items.map((item) => (
          <div key={itemKey(item)} className="min-w-0 flex-[0_0_100%] snap-start snap-always">
            {renderItem(item)}
          </div>
        ))}
      </div>
      {items.length > 1 && (
        <div className="absolute bottom-0 flex" style={{ insetInlineEnd: dotsEndPx(items.length) }}>
          {items.map((item, index) => (
            <button
              key={itemKey(item)}
              type="button"
              aria-label={dotLabel(index + 1)}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => goTo(index)}
              className="grid size-11 place-items-center -outline-offset-4"
            >
              <span
                style={{ translate: dotShiftPx(index, items.length) }}
                className={classNames(
                  'h-1.5 rounded-full bg-current transition-[width,opacity] duration-200',
                  index === current ? 'w-5' : 'w-1.5 opacity-50',
                )}
              />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

/** Size of the touch target; `size-11`. */
const TARGET_PX = 44;
/** Distance between dots, if each fits its own target. */
const DOT_PITCH_PX = 26;
/** Distance from the end of the picture to the center of the last dot. */
const DOTS_INSET_PX = 24;
/** Gutter next to the picture; targets may reach into it. */
const GUTTER_PX = 16;

/**
 * Returns the shift of a dot towards the center of the row, because the dots are closer together
 * than their targets.
 */
function dotShiftPx(index: number, count: number): string {
  const fromMiddle = index - (count - 1) / 2;
  const outermost = Math.max(1, (count - 1) / 2);
  return `${(-fromMiddle * (TARGET_PX - DOT_PITCH_PX)) / outermost}px`;
}

/**
 * Returns the distance of the row of targets from the end of the section that puts its dots in
 * place.
 */
function dotsEndPx(count: number): number {
  const middle = DOTS_INSET_PX + (DOT_PITCH_PX * (count - 1)) / 2;
  return Math.max(0, GUTTER_PX + middle - (TARGET_PX * count) / 2);
}
