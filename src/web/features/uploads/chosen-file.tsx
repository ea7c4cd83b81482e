import { BookOpen, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UploadGroup } from '../../../shared/formats.ts'

interface ChosenFileProps {
  group: UploadGroup
  title: string
  /** Under the title: size, pages, or what is happening. */
  children: ReactNode
  actions: ReactNode
}

/** The sheet that stands for a chosen file, whatever becomes of it. */
export function ChosenFile({ group, title, children, actions }: ChosenFileProps) {
  const Icon = group === 'epub' ? BookOpen : FileText
  return (
    <div className="grid min-h-36 grid-cols-[auto_minmax(0,1fr)] content-center items-start gap-x-4 gap-y-3 rounded-control border border-line bg-paper px-4 py-5 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-5">
      <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-6 text-ink-soft" />
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-2 font-serif text-[1.1875rem] leading-snug font-medium">
          {title}
        </p>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-1 max-sm:col-span-2 max-sm:-mb-2 sm:-mt-1.5 sm:-mr-2">
        {actions}
      </div>
    </div>
  )
}
