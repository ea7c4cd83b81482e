import { ChevronDown } from 'lucide-react'
import type { MouseEvent } from 'react'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { toast } from '../../components/toast/toast-store.ts'

/** What the bookmark does on the page one is reading: opens the dashboard with that page's address. */
const bookmarklet = (origin: string): string =>
  `javascript:void open('${origin}${pagePaths.dashboard}?url='+encodeURIComponent(location.href))`

function explain(event: MouseEvent) {
  event.preventDefault()
  toast({
    title: 'Drag it to your bookmarks bar',
    description: 'Then click it on any page you want summarized.',
  })
}

/** Less obvious ways to fill in the Summarize card. */
export function WaysIn() {
  return (
    <details className="group/ways mt-8 border-y border-line text-sm">
      <summary className="flex min-h-11 cursor-default list-none items-center justify-between gap-4 py-2 text-ink-soft transition-colors duration-150 hover:text-ink [&::-webkit-details-marker]:hidden">
        Faster ways to add
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform duration-150 group-open/ways:rotate-180"
        />
      </summary>
      <ul className="space-y-3 pt-1 pb-4.5 text-ink-soft">
        <li>Paste a link, text, or file anywhere on this page.</li>
        <li className="pointer-coarse:hidden">Drop a file anywhere on this page.</li>
        <li className="pointer-coarse:hidden">
          Drag this to your bookmarks bar, then click it on any page.
          <a
            href={pagePaths.dashboard}
            // React refuses such an address in its own attribute.
            ref={(link) => link?.setAttribute('href', bookmarklet(location.origin))}
            onClick={explain}
            className="relative mt-2 block w-fit touch-target rounded-chip border border-line bg-raised px-2.5 py-1 text-ink no-underline transition-colors duration-150 hover:border-line-strong"
          >
            Summarize with {content.productName}
          </a>
        </li>
        <li>On your phone, add {content.productName} to your home screen and share to it from any app.</li>
      </ul>
    </details>
  )
}
