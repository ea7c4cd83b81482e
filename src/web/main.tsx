import './lib/zod-setup.ts'
import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { hasSignedIn } from '../shared/signed-in-cookie.ts'
import { App } from './app/app.tsx'
import { loadScreen } from './app/router.tsx'
import { followConsent } from './lib/consent.ts'
import { takenOver } from './lib/taken-over.ts'
import { followTheme } from './lib/theme.ts'

async function start(root: Element): Promise<void> {
  followConsent()
  followTheme()
  // If it cannot come, it is asked for again when it is shown, and says so there.
  const screen = loadScreen(location.pathname).catch(() => {})
  const { promise, resolve } = Promise.withResolvers<void>()
  // What stands on a page that came ready is a visitor's; somebody may have signed in meanwhile, in another tab.
  if (root.hasAttribute('data-ready') && !hasSignedIn(document.cookie)) {
    await screen
    hydrateRoot(
      root,
      <StrictMode>
        <App isVisitor onShown={resolve} />
      </StrictMode>,
    )
  } else {
    createRoot(root).render(
      <StrictMode>
        <App onShown={resolve} />
      </StrictMode>,
    )
  }
  await promise
  root.dispatchEvent(new Event(takenOver))
}

const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no element with the id "root".')
void start(root)
