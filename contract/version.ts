/** The product's version, shown to users; a guard keeps it equal to the one in package.json. */
export const APP_VERSION = '0.1.0';
