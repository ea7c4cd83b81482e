import { AudioLines, BookOpen, FileText } from 'lucide-react'
import { Children, type ComponentProps, type ReactNode } from 'react'
import type { ProcessedUpload } from '../../../shared/api/calls.ts'
import { fileFormats, type UploadTab } from '../../../shared/formats.ts'
import { formatBytes, formatClock, formatCount } from '../../../shared/text/format.ts'
import { uploadGroupOf } from '../../../shared/uploads.ts'
import { Button } from '../../components/button.tsx'
import { Meter } from '../../components/meter.tsx'
import { cn } from '../../lib/cn.ts'
import { FileInput } from './file-input.tsx'
import type { UploadStep } from './upload-state.ts'
import type { Uploader } from './uploader.ts'

interface ChosenFileProps {
  group: UploadTab
  /** Name of the file. */
  name: string
  title?: string
  /** Below the title: size, pages or progress. */
  children: ReactNode
  /** The main button, if any, and the button that removes the file. */
  actions: ReactNode[]
}

const icons = { document: FileText, audio: AudioLines, epub: BookOpen }

function ChosenFile({ group, name, title = name, children, actions }: ChosenFileProps) {
  const Icon = icons[uploadGroupOf(name) ?? group]
  return (
    <div className="grid min-h-36 max-sm:min-h-47 grid-cols-[auto_minmax(0,1fr)] content-center items-start gap-x-4 gap-y-3 rounded-control border border-line bg-paper p-5 sm:px-6">
      <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-6 text-ink-soft" />
      {/* Beside the text where that leaves it room, else below. */}
      <div className="contents gap-x-4 gap-y-4.5 sm:flex sm:flex-wrap sm:items-start">
        <div className="min-w-0 sm:flex-[1_1_15rem]">
          <p
            dir="auto"
            className="line-clamp-2 font-serif text-[1.1875rem] leading-snug font-medium [word-spacing:var(--title-space)]"
          >
            {title}
          </p>
          {children}
        </div>
        <div className="flex flex-wrap items-center gap-1 max-sm:col-span-2 max-sm:-mb-2 sm:-mt-1.5 sm:-mr-2">
          {Children.toArray(actions)}
        </div>
      </div>
    </div>
  )
}

/** Names of files have no tabular figures: their hyphens would be as wide. */
const fileName = 'mt-1 unsnapped text-[0.8125rem] text-ink-soft'
const small = cn(fileName, 'tabular-nums')

/** Whether a title is the file's name, with its extension or without. */
const isNameOf = (title: string, name: string): boolean =>
  [name, name.replace(/\.[a-z\d]{1,5}$/iu, '').trim()].includes(title)

/** "PDF · 2.1 MB · 86 pages · 31,204 words", breaking between the facts only. */
export function factsOf({ fileType, bytes, pages, words, seconds, isScan }: ProcessedUpload): string {
  const parts = [fileFormats[fileType].label, formatBytes(bytes)]
  if (pages !== undefined && pages > 0) parts.push(pages === 1 ? '1 page' : `${formatCount(pages)} pages`)
  if (seconds !== undefined) parts.push(formatClock(seconds))
  else if (isScan !== true) parts.push(words === 1 ? '1 word' : `${formatCount(words)} words`)
  return parts.map((part) => part.replaceAll(' ', '\u00A0')).join(' · ')
}

/** A plain word about a scan; a warning about a file that was read in part. */
function FileNote({ note, words, isScan = false }: ProcessedUpload) {
  if (note === undefined) return null
  if (isScan) return <p className={small}>{note}</p>
  return (
    <p role="alert" className="mt-1 text-sm text-bad">
      {`${note} Only the ${formatCount(words)} words above were read.`}
    </p>
  )
}

/** Names of the pictures that are the pages, in order. */
function PageOrder({ names }: { names: readonly string[] }) {
  if (names.length < 2) return null
  return <p className={cn(fileName, 'line-clamp-3 break-words')}>Pages in the order of names: {names.join(', ')}</p>
}

/** A text button. If it is the first below a text, their left edges align. */
function QuietButton(props: ComponentProps<typeof Button>) {
  return <Button look="text" className="max-sm:first-of-type:-ml-2" {...props} />
}

interface FileStepProps {
  group: UploadTab
  step: Exclude<UploadStep, { step: 'empty' }>
  uploader: Uploader
}

export function FileStep({ group, step, uploader }: FileStepProps) {
  const remove = (label: string) => <QuietButton onClick={uploader.remove}>{label}</QuietButton>
  switch (step.step) {
    case 'sending': {
      const { name, size, percent, isStalled } = step
      const retry = isStalled ? <QuietButton onClick={uploader.retry}>Try again</QuietButton> : null
      return (
        <ChosenFile group={group} name={name} actions={[retry, remove('Cancel')]}>
          <p className={small}>
            Uploading, {formatBytes((size * percent) / 100)} of {formatBytes(size)}
          </p>
          <PageOrder names={step.names} />
          <Meter kind="progress" label={`Uploading ${name}`} value={percent / 100} className="mt-3" />
        </ChosenFile>
      )
    }
    case 'reading':
      return (
        <ChosenFile group={group} name={step.name} actions={[remove('Cancel')]}>
          <p className={small}>Uploaded, {formatBytes(step.size)}. Reading it now.</p>
          <PageOrder names={step.names} />
          <Meter kind="progress" label={`Reading ${step.name}`} value={null} className="mt-3" />
        </ChosenFile>
      )
    case 'failed': {
      const retry = step.failure.mayRetry ? (
        <Button look="plain" onClick={uploader.retry}>
          Try again
        </Button>
      ) : (
        <FileInput group={group} onFiles={uploader.add}>
          <Button look="plain">Choose another file</Button>
        </FileInput>
      )
      return (
        <ChosenFile group={group} name={step.name} actions={[retry, remove('Remove')]}>
          <p role="alert" className="mt-1 text-sm text-ink-soft">
            <span className="block font-medium text-bad">{step.failure.title}</span>
            {step.failure.reason}
          </p>
        </ChosenFile>
      )
    }
    case 'ready': {
      const { upload } = step
      const title = upload.title.trim() || upload.fileName
      const replace = (
        <FileInput group={group} onFiles={uploader.replace}>
          <QuietButton>Replace</QuietButton>
        </FileInput>
      )
      return (
        <ChosenFile group={group} name={upload.fileName} title={title} actions={[replace, remove('Remove')]}>
          {isNameOf(title, upload.fileName) ? null : <p className={cn(fileName, 'truncate')}>{upload.fileName}</p>}
          <p className={small}>{factsOf(upload)}</p>
          <FileNote {...upload} />
        </ChosenFile>
      )
    }
  }
}
