import './lib/zod-setup.ts'
import './styles/app.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { hasSignedIn } from '../shared/signed-in-cookie.ts'
import { App } from './app/app.tsx'
import { loadScreen } from './app/router.tsx'
import { followConsent } from './lib/consent.ts'
import { queryKeys } from './lib/keys.ts'
import { readAnswers } from './lib/page-answers.ts'
import { createQueryClient } from './lib/query-client.ts'
import { takenOver } from './lib/taken-over.ts'
import { followTheme } from './lib/theme.ts'
import { WrittenIn } from './lib/use-money.ts'

async function start(root: HTMLElement): Promise<void> {
  followConsent()
  followTheme()
  const isMember = hasSignedIn(document.cookie)
  // If it cannot come, it is asked for again when it is shown, and says so there.
  const screen = loadScreen(location, isMember).catch(() => {})
  const { promise: shown, resolve: onShown } = Promise.withResolvers<void>()
  const put = (app: ReactNode) => <StrictMode>{app}</StrictMode>
  // What stands on a page that came ready is a visitor's; somebody may have signed in meanwhile, in another tab.
  if ('ready' in root.dataset && !isMember) {
    const known = readAnswers()
    const queryClient = createQueryClient([[queryKeys.user, null], ...(known?.answers ?? [])])
    await screen
    const app = <App queryClient={queryClient} onShown={onShown} />
    hydrateRoot(root, put(<WrittenIn value={known?.locale ?? null}>{app}</WrittenIn>))
  } else {
    const queryClient = createQueryClient()
    createRoot(root).render(put(<App queryClient={queryClient} onShown={onShown} />))
  }
  await shown
  root.dispatchEvent(new Event(takenOver))
}

const root = document.querySelector<HTMLElement>('#root')
if (root === null) throw new Error('The page has no element with the id "root".')
void start(root)
