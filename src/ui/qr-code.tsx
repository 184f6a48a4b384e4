/** A QR code, always black on white because cameras need the contrast. */
import { encode } from 'uqr';
import { useMemo } from 'react';

interface QrCodeProps {
  readonly text: string;
  /** Describes the content; the text itself should be next to it. */
  readonly label: string;
}

/** A QR code; black on white in both themes, because cameras need it so. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { size: modules, data } = encode(text, { border: 2 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])));
    return { size: modules, path: dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-48 rounded-control bg-paper"
    >
      <path d={path} className="fill-print" />
    </svg>
  );
}
