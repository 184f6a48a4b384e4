/** The environment of the compiler in which a check of all types takes the least time. */

/**
 * The compiler is a Go program, which collects unused objects each time its memory has doubled. When it waits for five
 * times the memory, it takes up to 3.4 GB instead of 2.2, and a quarter less processor time.
 */
export const ROOMY_COMPILER: Readonly<Record<'GOGC', string>> = { GOGC: '200' };
