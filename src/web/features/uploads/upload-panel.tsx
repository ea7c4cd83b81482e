import { BookOpen, FileText } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { UploadTab } from '../../../shared/formats.ts'
import { cn } from '../../lib/cn.ts'
import { useOnline } from '../../lib/page/use-online.ts'
import { useDraft } from '../../lib/stores/drafts.ts'
import { FileInput } from './file-input.tsx'
import { FileStep } from './file-step.tsx'
import { noticesOf, stepOf, type UploadStep } from './upload-state.ts'
import { uploaderOf, uploadWords } from './uploader.ts'

const zoneStyle = cn(
  'grid min-h-36 max-sm:min-h-47 w-full place-content-center justify-items-center gap-2 rounded-control border border-dashed',
  'border-line-strong/70 bg-paper p-5 text-center sm:px-8 text-balance transition-colors duration-150',
  'group-data-[dragging]/card:border-accent group-data-[dragging]/card:bg-wash hover:border-line-strong',
)

function ZoneWords({ group }: { group: UploadTab }) {
  const words = uploadWords[group]
  const Icon = group === 'epub' ? BookOpen : FileText
  return (
    <>
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-6 text-ink-soft" />
      <span>
        <span className="pointer-coarse:hidden">
          {words.drop} <span className="underline decoration-line-strong underline-offset-3">choose a file</span>
        </span>
        <span className="hidden underline decoration-line-strong underline-offset-3 pointer-coarse:inline">
          {words.choose}
        </span>
      </span>
      <span className="unsnapped space-y-0.5 text-[0.8125rem] text-ink-soft">
        {words.hints.map(({ text, list, end }) => (
          <span key={text} className="block">
            {text}
            <span className="max-sm:hidden">{list}</span>
            {end}
          </span>
        ))}
      </span>
    </>
  )
}

const OFFLINE = 'No Internet connection'

/** A message; the list of possible extensions is long, so it is set as a note. */
function Message({ message, isError }: ReturnType<typeof noticesOf>[number]) {
  const [lead = '', list] = message.split(/(?<=:) (?=\.)/)
  if (list === undefined) return <span className={isError ? 'text-bad' : 'text-ink-soft'}>{message}</span>
  return (
    <>
      <span className="font-medium">{lead}</span> <span className="text-xs/5 text-ink-soft">{list}</span>
    </>
  )
}

/** The widget's current messages. A lost connection is shown until it is back. */
function Notices({ notices }: { notices: ReturnType<typeof noticesOf> }) {
  const isOnline = useOnline()
  const others = notices.filter(({ message }) => message !== OFFLINE)
  const shown = isOnline ? others : [{ message: OFFLINE, isError: true }, ...others]
  return (
    <div role="alert" className="unsnapped space-y-0.5 text-[0.8125rem]">
      {shown.map((notice) => (
        <p key={notice.message} className="max-w-120 text-pretty first:mt-2">
          <Message {...notice} />
        </p>
      ))}
    </div>
  )
}

/** Progress for screen readers. A toast or an alert announces the end. */
function spokenProgress(step: UploadStep): string {
  if (step.step === 'sending') return `Uploading ${step.name}`
  return step.step === 'reading' ? `${step.name} is uploaded and being read` : ''
}

/** Keeps focus in the panel when the focused button disappears with its step. */
function useKeptFocus() {
  const panel = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  })
  return {
    ref: panel,
    onFocus: () => {
      hadFocus.current = true
    },
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (relatedTarget !== null) hadFocus.current = false
    },
  }
}

export default function UploadPanel({ group, owner }: { group: UploadTab; owner: string }) {
  const uploader = uploaderOf(group, owner)
  const state = useSyncExternalStore(uploader.subscribe, uploader.state)
  const step = stepOf(state, useDraft()[group])
  const keptFocus = useKeptFocus()

  return (
    <div data-drop-zone className="outline-none" tabIndex={-1} {...keptFocus}>
      {step.step === 'empty' ? (
        <FileInput group={group} onFiles={uploader.add}>
          <button type="button" className={zoneStyle}>
            <ZoneWords group={group} />
          </button>
        </FileInput>
      ) : (
        // As high as the drop zone, whose lines depend on the width, so that nothing below moves.
        <div className="grid *:col-start-1 *:row-start-1">
          <div aria-hidden="true" className={cn(zoneStyle, 'invisible')}>
            <ZoneWords group={group} />
          </div>
          <FileStep key={step.step} group={group} step={step} uploader={uploader} />
        </div>
      )}
      <output className="sr-only">{spokenProgress(step)}</output>
      <Notices notices={noticesOf(state, uploader.failedMessages())} />
    </div>
  )
}
