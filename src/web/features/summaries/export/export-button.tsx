import { summaryExportPath } from '../../../../shared/api/calls.ts'
import { ExportGate } from './export-gate.tsx'
import { FormatMenu } from './format-menu.tsx'
import type { SummaryExport } from './use-export.ts'

interface ExportButtonProps {
  id: string
  exporting: SummaryExport
}

/** Exports a summary in one of the formats, or for people whose plan includes no exports says which does. */
export function ExportButton({ id, exporting }: ExportButtonProps) {
  return (
    <ExportGate exporting={exporting}>
      <FormatMenu
        pathOf={(format) => summaryExportPath(id, format)}
        isPending={exporting.isPending}
        start={exporting.start}
      />
    </ExportGate>
  )
}
