/** Splits symbols into lists of at most `size`, for messages that take several. */
export function symbolChunks(symbols: readonly string[], size: number): readonly string[][] {
  const count = Math.ceil(symbols.length / size);
  return Array.from({ length: count }, (_, index) =>
    symbols.slice(index * size, (index + 1) * size),
  );
}
