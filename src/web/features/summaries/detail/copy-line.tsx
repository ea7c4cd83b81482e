import { Check, Copy } from 'lucide-react'
import { useContext } from 'react'
import { IconButton } from '../../../components/button.tsx'
import { useCopy } from '../../../components/copy-field.tsx'
import { WritingContext } from '../../../components/reading-context.ts'
import { cn } from '../../../lib/cn.ts'

interface CopyLineProps {
  /** Name of the copied line for screen readers: "takeaway 2". */
  name: string
  text: string
  className?: string
}

/** Copies one line with its source. A mouse sees it only near its owner, which has the class `group`. */
export function CopyLine({ name, text, className }: CopyLineProps) {
  const { copied, copy } = useCopy()
  const isWriting = useContext(WritingContext)
  return (
    <span lang="en" className={cn('print:hidden', isWriting && 'invisible', className)}>
      <IconButton
        label={`Copy ${name}`}
        onClick={() => void copy(text)}
        className={cn(
          'align-middle transition-opacity focus-visible:opacity-100 pointer-fine:group-hover:opacity-100',
          copied ? 'text-good' : 'pointer-fine:opacity-0',
        )}
      >
        {copied ? <Check /> : <Copy />}
      </IconButton>
      <output className="sr-only">{copied ? 'Copied' : null}</output>
    </span>
  )
}
