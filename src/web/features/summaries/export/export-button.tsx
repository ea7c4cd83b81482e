import { Download } from 'lucide-react'
import { summaryExportPath } from '../../../../shared/api/calls.ts'
import { Button } from '../../../components/button.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import { isPlainClick } from '../../../lib/input.ts'
import { ExportGate } from './export-gate.tsx'
import type { SummaryExport } from './use-export.ts'

interface ExportButtonProps {
  id: string
  exporting: SummaryExport
}

/**
 * Exports a summary, or for people whose plan includes no exports says which does. It is a link, for every way of
 * following one; a plain click stays on the page, which can then say why there is no file.
 */
export function ExportButton({ id, exporting }: ExportButtonProps) {
  const { start, isPending } = exporting
  const path = summaryExportPath(id, 'markdown')
  return (
    <ExportGate exporting={exporting}>
      <Button asChild look="plain">
        <a
          href={path}
          target="_blank"
          rel="noopener"
          aria-busy={isPending}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            if (!isPending) start(path)
          }}
        >
          {isPending ? <Spinner className="size-4" /> : <Download />}
          Export
        </a>
      </Button>
    </ExportGate>
  )
}
