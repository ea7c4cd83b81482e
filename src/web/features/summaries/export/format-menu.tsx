import { ChevronDown, Download } from 'lucide-react'
import { useState } from 'react'
import { type ExportFormat, exportFormats } from '../../../../shared/api/calls.ts'
import { Button } from '../../../components/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../components/menu.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import { isPlainClick } from '../../../lib/input.ts'
import { formatNames } from '../../../lib/plan-facts.ts'

interface FormatMenuProps {
  /** Address of the file in a format. */
  pathOf: (format: ExportFormat) => string
  isPending: boolean
  /** Exports what an address answers with. */
  start: (path: string) => void
}

/**
 * The button to export with, and the formats there are. Each is a link, for every way of following one; a plain click
 * stays on the page, which can then say why there is no file.
 */
export function FormatMenu({ pathOf, isPending, start }: FormatMenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Menu open={isOpen} onOpenChange={setOpen}>
      <MenuTrigger asChild>
        <Button
          look="plain"
          className="max-sm:px-3"
          aria-busy={isPending}
          aria-keyshortcuts="e"
          // Radix opens on pointer and keys; assistive technology and the shortcut click.
          onClick={({ detail }) => {
            if (detail === 0) setOpen(true)
          }}
        >
          {isPending ? <Spinner className="size-4" /> : <Download className="max-xs:hidden" />}
          Export
          <ChevronDown className="size-3.5!" />
        </Button>
      </MenuTrigger>
      <MenuContent align="start" side="top" className="min-w-40">
        {exportFormats.map((format) => (
          <MenuItem key={format} asChild>
            <a
              href={pathOf(format)}
              target="_blank"
              rel="noopener"
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                // What is prevented does not close it.
                setOpen(false)
                if (!isPending) start(pathOf(format))
              }}
            >
              {formatNames[format]}
            </a>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
