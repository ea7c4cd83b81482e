import { BookOpen, FileText } from 'lucide-react'
import type { UploadGroup } from '../../../shared/formats.ts'
import { FileInput } from './file-input.tsx'
import { uploadWords } from './upload-words.ts'

interface DropZoneProps {
  group: UploadGroup
  onFiles: (files: readonly File[]) => void
}

/** Where a file is dropped, or chosen with a click, a tap or the keyboard. */
export function DropZone({ group, onFiles }: DropZoneProps) {
  const words = uploadWords[group]
  const Icon = group === 'epub' ? BookOpen : FileText
  return (
    <FileInput group={group} onFiles={onFiles}>
      <button
        type="button"
        className="grid min-h-36 w-full place-content-center justify-items-center gap-2 rounded-control border border-dashed border-line-strong/70 bg-paper px-4 py-5 text-center text-balance transition-colors duration-150 group-data-[dragging]/card:border-accent group-data-[dragging]/card:bg-wash hover:border-line-strong"
      >
        <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 text-ink-soft" />
        <span>
          <span className="pointer-coarse:hidden">
            {words.drop} <span className="underline decoration-line-strong underline-offset-3">choose a file</span>
          </span>
          <span className="hidden underline decoration-line-strong underline-offset-3 pointer-coarse:inline">
            {words.choose}
          </span>
        </span>
        <span className="text-[0.8125rem] text-ink-soft">{words.hint}</span>
      </button>
    </FileInput>
  )
}
