/** The type of the build variable that has the folder of translation files. */
interface ImportMetaEnv {
  /** Folder of the translation files, see `scripts/texts-plugin.ts`. */
  readonly TEXTS_URL: string;
}
