/** What is left of personal data on the screen of its owner, who knows the rest. */

/** The first character: `M***`. */
export const maskName = (name: string): string => `${[...name][0] ?? ''}***`;

/** Two characters at either end, one of short numbers: `12**********34`. */
export function maskNumber(number: string): string {
  const shown = number.length < 8 ? 1 : 2;
  return `${number.slice(0, shown)}${'*'.repeat(number.length - 2 * shown)}${number.slice(-shown)}`;
}
