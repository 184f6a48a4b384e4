/** The ornament of the sign-in pages: a globe of hairlines with an accented prime meridian. */
import { classNames } from './class-names.ts';

const RADIUS = 96;
/** Half widths of the ellipses of the lines of longitude, seen from the side. */
const LONGITUDES = [15, 30, 45, 60, 75].map(
  (degrees) => RADIUS * Math.sin((degrees * Math.PI) / 180),
);
const LATITUDES = [-60, -40, -20, 0, 20, 40, 60].map((degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return { y: 100 - RADIUS * Math.sin(angle), halfWidth: RADIUS * Math.cos(angle) };
});

/** The brand's ornament: a globe of hairlines with an accented prime meridian. */
export function MeridianGlobe({ className }: { readonly className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 200 200"
      fill="none"
      className={classNames('rotate-[18deg]', className)}
    >
      <g stroke="currentColor" strokeWidth="0.3" strokeOpacity="0.55">
        <circle cx="100" cy="100" r={RADIUS} />
        {LONGITUDES.map((halfWidth) => (
          <ellipse key={halfWidth} cx="100" cy="100" rx={halfWidth} ry={RADIUS} />
        ))}
        {LATITUDES.map(({ y, halfWidth }) => (
          <path key={y} d={`M${100 - halfWidth} ${y}h${halfWidth * 2}`} />
        ))}
      </g>
      <path d="M100 0v200" stroke="var(--accent)" strokeWidth="0.7" />
    </svg>
  );
}
