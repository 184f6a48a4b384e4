/** What is said where an operator has set no link. */
export const UNSET_TEXT = {
  service_url: 'tiles.noService',
  app_download_url: 'tiles.noDownload',
} as const;
