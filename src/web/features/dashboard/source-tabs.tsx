import type { ReactNode } from 'react'
import { Badge } from '../../components/badge.tsx'
import { Tab, TabList } from '../../components/tabs.tsx'

/** "From" is heard everywhere and seen where there is room for it. */
function From({ children }: { children: ReactNode }) {
  return (
    <span>
      <span className="max-sm:sr-only">From </span>
      {children}
    </span>
  )
}

/** The tabs of the Summarize card. `badge` marks the e-books that a person's plan doesn't read. */
export function SourceTabs({ badge }: { badge: string | null }) {
  return (
    <TabList aria-label="Source" className="px-5 sm:px-7">
      <Tab value="url">
        <From>URL</From>
      </Tab>
      <Tab value="text">
        <From>Text</From>
      </Tab>
      <Tab value="document">
        <From>File</From>
      </Tab>
      <Tab value="epub">
        E-Books
        {badge === null ? null : <Badge className="-my-1">{badge}</Badge>}
      </Tab>
    </TabList>
  )
}
