import './lib/zod-setup.ts'
import './styles/app.css'
import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { hasSignedIn } from '../shared/signed-in-cookie.ts'
import { App } from './app/app.tsx'
import { loadScreen } from './app/router.tsx'
import { followConsent } from './lib/consent.ts'
import { claimTab } from './lib/forget-person.ts'
import { queryKeys } from './lib/keys.ts'
import { ownerOf, type PageAnswers, readAnswers } from './lib/page-answers.ts'
import { createQueryClient } from './lib/query-client.ts'
import { takenOver } from './lib/taken-over.ts'
import { followTheme } from './lib/theme.ts'
import { WrittenContext } from './lib/written.ts'

/** What the page that stands here says; null where it came without, or as somebody else's than the browser now is. */
function readPage(root: HTMLElement, isMember: boolean): PageAnswers | null {
  const { ready } = root.dataset
  if (ready === undefined) return null
  const known = readAnswers()
  // Somebody may have signed in or out meanwhile, in another tab.
  if (ownerOf(known) !== null) return isMember ? known : null
  return isMember ? null : { ...known, answers: [[queryKeys.user, null], ...known.answers] }
}

async function start(root: HTMLElement): Promise<void> {
  followConsent()
  followTheme()
  const isMember = hasSignedIn(document.cookie)
  // If it cannot come, it is asked for again when it is shown, and says so there.
  const screen = loadScreen(location, isMember).catch(() => {})
  const { promise: shown, resolve: onShown } = Promise.withResolvers<void>()
  const put = (app: ReactNode) => <StrictMode>{app}</StrictMode>
  const page = readPage(root, isMember)
  const app = <App queryClient={createQueryClient(page?.answers)} onShown={onShown} />
  if (page === null) createRoot(root).render(put(app))
  else {
    const owner = ownerOf(page)
    if (owner !== null) claimTab(owner)
    await screen
    // In slices, so that the page answers meanwhile.
    startTransition(() => {
      hydrateRoot(root, put(<WrittenContext value={page.written}>{app}</WrittenContext>))
    })
  }
  await shown
  delete root.dataset.ready
  root.dispatchEvent(new Event(takenOver))
}

const root = document.querySelector<HTMLElement>('#root')
if (root === null) throw new Error('The page has no element with the id "root".')
void start(root)
