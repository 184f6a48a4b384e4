// Sets the theme before the first paint, so that a light page never flashes dark. The app reads the
// same choice again (src/app/core/preferences) and keeps it up to date.
(() => {
  let isDark = null;
  try {
    isDark = localStorage.getItem('meridian.isDark');
  } catch {
    // Without storage, the system's theme applies.
  }
  const dark =
    isDark === null ? matchMedia('(prefers-color-scheme: dark)').matches : isDark === 'true';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
