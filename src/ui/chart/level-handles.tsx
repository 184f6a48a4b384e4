/** The handles of movable price levels: 44 px, by drag or by arrow keys, over the canvas. */
import {
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { classNames } from '../class-names.ts';
import { IconSwap } from '../icons.ts';
import { priceAtY, yOfPrice } from './chart-scale.ts';
import type { ChartLevel, ChartLevels, LevelTone, ScaleStore } from './levels.ts';

const HANDLE_PX = 44;
/** Handles side by side; a phone has room for no more. */
const COLUMNS = 6;
/** Distance of the first handle from the price axis. */
const END_PX = 4;
const STEPS: Readonly<Record<string, bigint>> = {
  ArrowUp: 1n,
  ArrowRight: 1n,
  ArrowDown: -1n,
  ArrowLeft: -1n,
  PageUp: 10n,
  PageDown: -10n,
};

const GRIP: Record<LevelTone, string> = {
  accent: 'border-accent text-accent',
  up: 'border-up text-up',
  down: 'border-down text-down',
  warn: 'border-warn text-warn',
  faint: 'border-edge text-muted',
};

interface LevelHandlesProps {
  readonly levels: ChartLevels;
  readonly scales: ScaleStore;
  /** Decimals of a price. */
  readonly priceScale: number;
  readonly priceText: (price: number) => string;
}

export function LevelHandles({ levels, ...shared }: LevelHandlesProps) {
  const movable = levels.lines.filter(({ handleName }) => handleName !== null);
  return movable.map((level, order) => (
    <LevelHandle
      key={level.id}
      level={level}
      order={order}
      onMove={(price) => levels.onMove(level.id, price)}
      {...shared}
    />
  ));
}

interface LevelHandleProps extends Omit<LevelHandlesProps, 'levels'> {
  readonly level: ChartLevel;
  /** Handles stand side by side, because levels can be close together. */
  readonly order: number;
  readonly onMove: (price: string) => void;
}

function LevelHandle(props: LevelHandleProps) {
  const { level, order, scales, priceScale, priceText, onMove } = props;
  const { price, tone } = level;
  const element = usePlace({ scales, price, order });
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const scale = scales.get();
    const plot = element.current?.parentElement;
    if (scale === null || !plot || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { top } = plot.getBoundingClientRect();
    const moved = onTick(priceAtY(scale, event.clientY - top), priceScale);
    if (moved !== price) onMove(moved);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const ticks = parseUnits(price, priceScale);
    if (step === undefined || ticks === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (ticks + step > 0n) onMove(formatUnits(ticks + step, priceScale));
  };
  return (
    <div
      ref={element}
      hidden
      role="slider"
      tabIndex={0}
      aria-label={level.handleName ?? undefined}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Number(price) * 2}
      aria-valuenow={Number(price)}
      aria-valuetext={priceText(Number(price))}
      data-testid="level-handle"
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
      className="absolute start-0 top-0 z-1 grid size-11 cursor-ns-resize touch-none place-items-center rounded-control"
    >
      <span
        aria-hidden
        className={classNames(
          'grid h-5 w-9 place-items-center rounded-tag border bg-surface text-xs leading-none font-semibold',
          GRIP[tone],
        )}
      >
        <IconSwap className="size-3.5" />
      </span>
    </div>
  );
}

/** Returns the ref of a handle, which is moved to its price after each drawing of the chart. */
function usePlace({
  scales,
  price,
  order,
}: { readonly price: string } & Pick<
  LevelHandleProps,
  'scales' | 'order'
>): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const scale = scales.get();
      if (scale === null || element.current === null) return;
      const { left, width } = scale.layout.price;
      const x = left + width - END_PX - ((order % COLUMNS) + 1) * HANDLE_PX;
      const y = yOfPrice(scale, Number(price)) - HANDLE_PX / 2;
      element.current.style.translate = `${x}px ${y}px`;
      element.current.hidden = false;
    };
    place();
    return scales.subscribe(place);
  }, [scales, price, order]);
  return element;
}

/** Returns the canonical text of the nearest tick above 0. */
function onTick(price: number, scale: number): string {
  const text = Math.max(price, 1 / 10 ** scale).toFixed(scale);
  const canonical = scale === 0 ? text : text.replace(/\.?0+$/, '');
  return formatUnits(parseUnits(canonical, scale) ?? 1n, scale);
}
