import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { isOnline } from '../lib/page/use-online.ts'

const STORAGE_KEY = 'reloaded-at'
const RELOAD_INTERVAL_MS = 60_000

/** A script didn't load: the connection was lost, or a new version has replaced it. */
export class MissingScriptError extends Error {
  constructor(cause: unknown) {
    super('A script of the app could not be loaded.', { cause })
  }
}

/** `React.lazy` with an error that boundaries recognize. */
export const lazyScript = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(async () => {
    try {
      return await load()
    } catch (error) {
      throw new MissingScriptError(error)
    }
  })

/** Reloads the page if the server responds; otherwise returns false. */
export async function reloadIfReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch(location.href, { method: 'HEAD' })
    if (ok) location.reload()
    return ok
  } catch {
    // Offline, this page is better than the browser's error page.
    return false
  }
}

/** Reloads the page once after a new version has replaced the scripts of this one. */
async function reloadOnce(): Promise<void> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(STORAGE_KEY)) < RELOAD_INTERVAL_MS) return
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()))
  } catch {
    // Without storage, the page could reload forever.
    return
  }
  if (!(await reloadIfReachable())) sessionStorage.removeItem(STORAGE_KEY)
}

interface ErrorBoundaryProps {
  renderFailure: (error: unknown) => ReactNode
  children: ReactNode
}

type ErrorBoundaryState = { failure: { error: unknown } | null }

/** Contains errors of its children. While a script is missing, the page reloads as soon as the connection is back. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } }
  }

  override componentDidMount(): void {
    addEventListener('online', this.#reload)
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof MissingScriptError && isOnline()) void reloadOnce()
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.#reload)
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : this.props.renderFailure(failure.error)
  }

  // React.lazy keeps a failure, so only a new page can load the script. Drafts survive the reload.
  #reload = (): void => {
    if (this.state.failure?.error instanceof MissingScriptError) void reloadIfReachable()
  }
}
