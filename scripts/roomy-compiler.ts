/** The environment of the compiler in which a check of all types takes the least time. */

/**
 * The compiler is a Go program, which collects unused objects each time its memory has doubled. When it waits for three
 * times the memory, it takes up to 2.7 GB instead of 2.2, and a tenth less processor time.
 */
export const ROOMY_COMPILER: Readonly<Record<'GOGC', string>> = { GOGC: '200' };
