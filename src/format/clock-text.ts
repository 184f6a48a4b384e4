/** Formats remaining time in digits. */
/** Returns `14:05`, or `23:14:05` from an hour on. */
export function clockText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3_600);
  const tail = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? `${two(hours)}:${tail}` : tail;
}
