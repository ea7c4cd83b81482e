import { MAX_EXPORTED, summariesExportPath } from '../../../../shared/api/calls.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { ExportGate } from './export-gate.tsx'
import { FormatMenu } from './format-menu.tsx'
import type { SummaryExport } from './use-export.ts'

interface ExportSeveralProps {
  summaries: readonly Pick<Summary, 'id' | 'status'>[]
  exporting: SummaryExport
  /** Says why they can't be exported. */
  onRefused: (reason: string) => void
}

/** Why some summaries can't be exported together; null where they can. */
function refusalOf(summaries: readonly Pick<Summary, 'status'>[]): string | null {
  if (summaries.length > MAX_EXPORTED) return `Up to ${MAX_EXPORTED} summaries can be exported at a time.`
  if (summaries.every(({ status }) => status === 'ready')) return null
  return 'Some of these summaries are not finished. Only finished ones can be exported.'
}

/** Exports several summaries as one archive of files. */
export function ExportSeveral({ summaries, exporting, onRefused }: ExportSeveralProps) {
  const refusal = refusalOf(summaries)
  const ids = summaries.map(({ id }) => id)
  return (
    <ExportGate exporting={exporting}>
      {refusal === null ? (
        <FormatMenu
          pathOf={(format) => summariesExportPath(ids, format)}
          isPending={exporting.isPending}
          start={exporting.start}
        />
      ) : (
        <Button look="plain" className="max-sm:px-3" onClick={() => onRefused(refusal)}>
          Export
        </Button>
      )}
    </ExportGate>
  )
}
