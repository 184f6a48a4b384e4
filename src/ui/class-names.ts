/** Joins class names and skips false values, so that the list can contain conditions. */
export function classNames(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
