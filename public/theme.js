// Runs before the first paint, so that a page never flashes in the wrong theme, nor the banner about cookies at those
// who have decided. Kept apart from the app's own script, because the content security policy allows no inline code.
// src/web/lib/theme.ts applies later changes the same way, and src/web/lib/consent.ts reads the same decision: without
// consent, nothing that was remembered is used.
;(() => {
  const page = document.documentElement
  let consent = null
  let preference = null
  try {
    consent = JSON.parse(localStorage.getItem('cookie-consent') ?? 'null')
    if (consent?.essential !== true || typeof consent.functional !== 'boolean') consent = null
    if (consent?.functional) preference = localStorage.getItem('theme-preference')
  } catch {
    // Storage can be blocked and its content damaged; the system's theme is used then.
  }
  page.toggleAttribute('data-undecided', consent === null)
  if (preference === 'dark' || preference === 'light') page.dataset.themePreference = preference
  const dark = preference === 'dark' || (preference !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#171614' : '#FBF8F2')
})()
