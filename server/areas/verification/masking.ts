/** Masks personal data for the screen of its owner, who knows the rest. */

/** Keeps the first character: `M***`. */
export const maskName = (name: string): string => `${[...name][0] ?? ''}***`;

/** Keeps two characters at either end, one if the number has fewer than eight: `12**********34`. */
export function maskNumber(number: string): string {
  const shown = number.length < 8 ? 1 : 2;
  return `${number.slice(0, shown)}${'*'.repeat(number.length - 2 * shown)}${number.slice(-shown)}`;
}
