/** The build variable that has the folder of translation files, see `scripts/texts-plugin.ts`. */
declare const TEXTS_URL: string;
