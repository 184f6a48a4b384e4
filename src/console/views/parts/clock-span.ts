/** Formats a duration in digits, such as `14:05`. */
const two = (part: number) => String(part).padStart(2, '0');

/** A length of time in digits: `14:05`, or with hours `26:00:00`. */
export function clockSpan(lengthMs: number): string {
  const seconds = Math.max(0, Math.round(lengthMs / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}
