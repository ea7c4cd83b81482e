import { useEffect } from 'react'
import { documentTitle } from '../../shared/page-titles.ts'

/** Names the page in the browser's tab; null is the front page. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
}
