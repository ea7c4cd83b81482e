import './lib/zod-setup.ts'
import './styles/app.css'
import { onlineManager } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { hasSignedIn } from '../shared/account/cookies.ts'
import { pagePaths } from '../shared/paths.ts'
import { App } from './app/app.tsx'
import { preloadScreen } from './app/screens.ts'
import { recentQuery } from './features/summaries/api/summaries.ts'
import { followConnection } from './lib/page/use-online.ts'
import { createQueryClient, plansQuery, statsQuery } from './lib/queries.ts'
import { startCookieNotice } from './lib/stores/cookie-notice.ts'
import { followTheme } from './lib/stores/theme.ts'

const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no element with the id "root".')
startCookieNotice()
// The back button may restore this page from memory after the session has ended, or after another sign-in.
let wasSignedIn: boolean | null = null
addEventListener('pagehide', () => {
  wasSignedIn = hasSignedIn(document.cookie)
})
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && wasSignedIn !== null && hasSignedIn(document.cookie) !== wasSignedIn) location.reload()
})
followTheme()
preloadScreen(location.pathname)
// Instead of the browser's events, which the library follows by itself.
onlineManager.setEventListener(() => undefined)
followConnection((isOnline) => onlineManager.setOnline(isOnline))
const queryClient = createQueryClient()
// The dashboard needs these once the user has loaded. Its page has already requested them (`dashboardRequests`).
if (hasSignedIn(document.cookie) && location.pathname === pagePaths.dashboard) {
  void queryClient.prefetchQuery(plansQuery)
  void queryClient.prefetchQuery(statsQuery)
  void queryClient.prefetchQuery({ ...recentQuery('all'), retry: false })
}
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
)
