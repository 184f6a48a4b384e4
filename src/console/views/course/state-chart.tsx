/** The state chart of a record, with its current state and its path highlighted. */
import { useEffect, useRef } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Course } from '../../hooks/explained-course.ts';
import { MARK_WIDTH, STAY, type ChartLane, type ChartNode } from '../../hooks/chart-layout.ts';

interface StateChartProps {
  readonly course: Course;
}

const TEXT_AT = 8;
const RADIUS = 8;
/** Distance from the top of the window to the present state. */
const LEAD = 40;

/**
 * The chart of a record, with its present state highlighted and its path drawn thick. It is wider
 * than a phone, so it scrolls.
 */
export function StateChart({ course }: StateChartProps) {
  const t = useText('operator');
  const frame = useRef<HTMLDivElement>(null);
  const { layout, present } = course;
  const lit = layout.nodes.find(({ path }) => path === present);
  const top = lit?.y ?? 0;
  useEffect(() => {
    frame.current?.scrollTo({ top: Math.max(0, top - LEAD) });
  }, [top]);
  return (
    <figure>
      <div
        ref={frame}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it
        tabIndex={0}
        role="region"
        aria-label={t('course.chart')}
        data-testid="state-chart"
        className="max-h-[70dvh] overflow-auto overscroll-contain rounded-card border border-line bg-sunken"
      >
        <svg
          role="img"
          aria-label={t('course.chartSummary', { state: present })}
          width={layout.width}
          height={layout.height}
          className="block font-mono text-xs"
        >
          {layout.nodes.map((node) => (
            <NodeBox key={node.path} node={node} course={course} />
          ))}
          {layout.lanes.map((lane) => (
            <Lane
              key={lane.target}
              lane={lane}
              isLit={course.isAround(lane.target)}
              taken={course.taken}
            />
          ))}
        </svg>
      </div>
      <figcaption className="pt-2 text-xs text-muted">{t('course.taken')}</figcaption>
    </figure>
  );
}

interface NodeBoxProps {
  readonly node: ChartNode;
  readonly course: Course;
}

function NodeBox({ node, course }: NodeBoxProps) {
  const isPresent = course.present === node.path;
  const isAround = course.isAround(node.path);
  const isPassed = course.passed.has(node.path);
  const frame = { x: node.x, y: node.y, width: node.width, height: node.height };
  return (
    <g data-state={node.path} data-look={isPresent ? 'present' : isPassed ? 'passed' : 'other'}>
      <rect
        {...frame}
        rx={RADIUS}
        strokeWidth={isPresent ? 2.5 : 1}
        className={classNames(
          isPresent ? 'fill-accent-soft' : 'fill-surface',
          isAround ? 'stroke-accent' : isPassed ? 'stroke-edge' : 'stroke-line',
        )}
      />
      {node.isFinal && (
        <rect
          x={node.x + 3}
          y={node.y + 3}
          width={node.width - 6}
          height={node.height - 6}
          rx={RADIUS - 3}
          className={classNames('fill-none', isPresent ? 'stroke-accent' : 'stroke-edge')}
        />
      )}
      <StateMark node={node} isPresent={isPresent} isPassed={isPassed && !isAround} />
      <text
        x={node.x + MARK_WIDTH}
        y={node.titleY}
        dominantBaseline="central"
        className={classNames('font-semibold', isAround ? 'fill-accent' : 'fill-ink')}
      >
        {node.name}
      </text>
      {node.rows.map((row) => (
        <text
          key={row.id}
          x={node.x + TEXT_AT}
          y={row.y}
          dominantBaseline="central"
          data-taken={course.taken.has(row.id)}
          className={classNames(
            isAround || course.taken.has(row.id) ? 'fill-ink' : 'fill-muted',
            course.taken.has(row.id) && 'font-bold',
          )}
        >
          {row.target === null ? row.text + STAY : row.text}
        </text>
      ))}
    </g>
  );
}

interface StateMarkProps {
  readonly node: ChartNode;
  readonly isPresent: boolean;
  readonly isPassed: boolean;
}

/**
 * Highlighted, passed (a tick), or initial child of the surrounding box (a dot); never by color
 * alone.
 */
function StateMark({ node, isPresent, isPassed }: StateMarkProps) {
  const x = node.x + TEXT_AT;
  const y = node.titleY;
  if (isPresent) return <circle cx={x + 5} cy={y} r={5} className="fill-accent" />;
  if (isPassed)
    return (
      <path
        d={`M${x + 1} ${y} l3 4 l6 -8`}
        strokeWidth={2}
        className="fill-none stroke-up"
        strokeLinecap="round"
      />
    );
  return node.isInitial ? <circle cx={x + 4} cy={y} r={2.5} className="fill-faint" /> : null;
}

interface LaneProps {
  readonly lane: ChartLane;
  readonly isLit: boolean;
  readonly taken: ReadonlySet<string>;
}

function Lane({ lane: { x, end, starts }, isLit, taken }: LaneProps) {
  const ways = starts.filter((start) => taken.has(start.row));
  return (
    <g className={classNames('fill-none', isLit ? 'stroke-accent' : 'stroke-edge')}>
      <path d={spanOf(x, end, starts)} />
      {starts.map((start) => (
        <path key={start.y} d={`M${start.x} ${start.y} H${x}`} />
      ))}
      <path d={`M${x} ${end.y} H${end.x + 1} m6 -4 l-6 4 l6 4`} />
      {ways.length > 0 && (
        // Never by color alone: thick, from a dot to the reached state.
        <g strokeWidth={3} className="stroke-up">
          <path d={spanOf(x, end, ways)} />
          {ways.map((way) => (
            <g key={way.y}>
              <path d={`M${way.x} ${way.y} H${x}`} />
              <circle cx={way.x} cy={way.y} r={2.5} className="fill-up" />
            </g>
          ))}
          <path d={`M${x} ${end.y} H${end.x + 1} m6 -4 l-6 4 l6 4`} />
        </g>
      )}
    </g>
  );
}

/** The vertical part of a lane: from the first joining row to its target. */
function spanOf(x: number, end: ChartLane['end'], starts: ChartLane['starts']): string {
  const ys = [end.y, ...starts.map((start) => start.y)];
  return `M${x} ${Math.min(...ys)} V${Math.max(...ys)}`;
}
