import { Component, type ReactNode } from 'react'
import { content } from '../../shared/content.ts'
import { Button } from '../components/button.tsx'

interface ErrorBoundaryState {
  failed: boolean
}

/** What stands in for a page that broke: a page script that did not load, say, after a new version came out. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false }

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="wrap grid min-h-dvh place-content-center py-16">
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
