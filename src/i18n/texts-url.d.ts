/** The type of the build variable that has the folder of translation files. */
interface ImportMetaEnv {
  /** Where the files of texts are, see `scripts/texts-plugin.ts`. */
  readonly TEXTS_URL: string;
}
