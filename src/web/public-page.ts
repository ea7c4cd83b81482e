import './styles/app.css'
import { hasSignedIn } from '../shared/account/cookies.ts'
import { followBannerHeight, startCookieNotice } from './lib/stores/cookie-notice.ts'
import { followTheme, parseThemePreference, themePreference } from './lib/stores/theme.ts'

// The only script of the landing and pricing pages for visitors, which are static HTML.

const themeButtons = document.querySelectorAll<HTMLButtonElement>('button[name=theme]')

function markTheme(): void {
  for (const button of themeButtons) button.ariaPressed = String(button.value === themePreference.get())
}

startCookieNotice()
const banner = document.querySelector<HTMLElement>('#cookie-banner')
if (banner !== null) followBannerHeight(banner)

followTheme()
themePreference.subscribe(markTheme)
markTheme()
for (const button of themeButtons)
  button.addEventListener('click', () => themePreference.set(parseThemePreference(button.value)))

// The back button may restore this page after the user has signed in.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && hasSignedIn(document.cookie)) location.reload()
})
