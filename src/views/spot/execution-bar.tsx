/** A bar of an order's executed part; decorative, because the figures are next to it. */
export function ExecutionBar({ percent }: { readonly percent: number }) {
  return (
    <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-sunken">
      <span
        className="block h-full origin-left bg-accent transition-[scale] duration-300"
        style={{ scale: `${percent / 100} 1` }}
      />
    </span>
  );
}
