import autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { usePrefersReducedMotion } from './use-media-query.ts';

interface CarouselProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly itemKey: (item: T) => string | number;
  readonly renderItem: (item: T) => ReactNode;
  /** Time a slide stays; it stands still under reduced motion, a pointer or the focus. */
  readonly autoplayMs: number;
  /** Name of the button that goes to slide `number` (from 1). */
  readonly dotLabel: (number: number) => string;
}

/** Slides that move on by themselves and by swipe, with a dot for each. */
export function Carousel<T>(props: CarouselProps<T>) {
  const { label, items, itemKey, renderItem, autoplayMs, dotLabel } = props;
  const isStill = usePrefersReducedMotion() || items.length < 2;
  const [viewportRef, carousel] = useEmblaCarousel(
    { loop: items.length > 1, duration: 26 },
    isStill
      ? []
      : [
          autoplay({
            delay: autoplayMs,
            stopOnInteraction: false,
            stopOnMouseEnter: true,
            stopOnFocusIn: true,
          }),
        ],
  );
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (!carousel) return undefined;
    const onSelect = () => setCurrent(carousel.selectedScrollSnap());
    carousel.on('select', onSelect);
    return () => {
      carousel.off('select', onSelect);
    };
  }, [carousel]);
  return (
    <section aria-roledescription="carousel" aria-label={label} className="relative">
      <div ref={viewportRef} className="overflow-hidden rounded-card">
        <div className="flex touch-pan-y">
          {items.map((item, index) => (
            <div key={itemKey(item)} className="min-w-0 flex-[0_0_100%]" inert={index !== current}>
              {renderItem(item)}
            </div>
          ))}
        </div>
      </div>
      {items.length > 1 && (
        <div className="absolute end-4 bottom-3 flex gap-1.5">
          {items.map((item, index) => (
            <button
              key={itemKey(item)}
              type="button"
              aria-label={dotLabel(index + 1)}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => carousel?.scrollTo(index)}
              className="grid size-6 place-items-center"
            >
              <span
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
