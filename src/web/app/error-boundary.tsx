import { Component, type ReactNode } from 'react'
import { content } from '../../shared/content.ts'
import { Button } from '../components/button.tsx'
import { MissingScreenError } from './lazy-screen.tsx'
import { TellShown } from './on-shown.ts'

const STORAGE_KEY = 'reloaded-at'
/** A page that has reloaded itself so lately does not do it again: it would not help, either. */
const PATIENCE_MS = 60_000

/** Loads the page anew, once, where the server is there to send it: a newer version has other scripts. */
async function reloadOnce(): Promise<void> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(STORAGE_KEY)) < PATIENCE_MS) return
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
    const { ok } = await fetch(location.href, { method: 'HEAD' })
    if (ok) location.reload()
  } catch {
    // Without a connection, or a memory of having tried, what stands here is better.
  }
}

interface ErrorBoundaryState {
  failed: boolean
}

/** What stands in for a page that broke, and for the moment before it is loaded anew after a new version came out. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false }

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof MissingScreenError) void reloadOnce()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="wrap grid min-h-dvh place-content-center py-16">
        <TellShown />
        <h1 className="text-4xl leading-tight">This page did not open.</h1>
        <p className="mt-3 max-w-[50ch] text-ink-soft">
          Reloading mostly helps. If it does not, write to{' '}
          <a className="text-accent underline" href={`mailto:${content.supportEmail}`}>
            {content.supportEmail}
          </a>
          .
        </p>
        <div className="mt-6">
          <Button onClick={() => location.reload()}>Reload</Button>
        </div>
      </main>
    )
  }
}
