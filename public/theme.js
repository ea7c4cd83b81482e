// Before the first paint; see src/web/lib/stores/theme.ts.
;(() => {
  const page = document.documentElement
  let consent = null
  let preference = null
  try {
    consent = JSON.parse(localStorage.getItem('cookie-consent') ?? 'null')
    if (consent?.essential !== true || typeof consent.functional !== 'boolean') consent = null
    if (consent?.functional) preference = localStorage.getItem('theme-preference')
  } catch {
    // Blocked or damaged.
  }
  page.toggleAttribute('data-undecided', consent === null)
  if (preference === 'dark' || preference === 'light') page.dataset.themePreference = preference
  const dark = preference === 'dark' || (preference !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#171614' : '#FBF8F2')
})()
