import { ExternalLink, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Summary } from '../../../shared/summary.ts'
import { IconButton } from '../../components/button.tsx'
import { DeleteDialog } from './deletion/delete-dialog.tsx'

/** The buttons at the end of a row: the source in a new tab, and delete. */
export function RowActions({ summary }: { summary: Summary }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="relative z-1 -mr-2 flex items-center gap-1 self-start sm:self-auto">
      {summary.originalUrl === null ? null : (
        <IconButton asChild label={`Open the source of ${summary.title} in a new tab`}>
          <a href={summary.originalUrl} target="_blank" rel="noopener noreferrer">
            <ExternalLink />
          </a>
        </IconButton>
      )}
      <IconButton label={`Delete ${summary.title}`} onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <DeleteDialog summaries={[summary]} open={asking} onOpenChange={setAsking} />
    </div>
  )
}
