import { useEffect } from 'react'
import { documentTitle } from '../../shared/page-metadata.ts'

/** Title of the screen, and of the dialog over it while one has a title. */
const titles: { screen: string | null; overlay: string | null } = { screen: null, overlay: null }

function show(change: Partial<typeof titles>): void {
  Object.assign(titles, change)
  document.title = documentTitle(titles.overlay ?? titles.screen)
}

/** Names the screen in the browser's tab; null is the front page. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => show({ screen: title }), [title])
}

/** Names the browser's tab after a dialog while it is open; the screen's own title returns when it closes. */
export function useOverlayTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return undefined
    show({ overlay: title })
    return () => show({ overlay: null })
  }, [title])
}
