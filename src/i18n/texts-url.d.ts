interface ImportMetaEnv {
  /** Where the files of texts are, see `scripts/texts-plugin.ts`. */
  readonly TEXTS_URL: string;
}
