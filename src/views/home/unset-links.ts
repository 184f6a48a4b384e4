/** The texts for links that no operator has set. */
export const UNSET_TEXT = {
  service_url: 'tiles.noService',
  app_download_url: 'tiles.noDownload',
} as const;
