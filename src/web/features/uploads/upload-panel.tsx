import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { UploadGroup } from '../../../shared/formats.ts'
import { isUnauthorized } from '../../lib/api/api-error.ts'
import { DropZone } from './drop-zone.tsx'
import { Notices } from './notices.tsx'
import { FailedStep, ReadingStep, ReadyStep, SendingStep } from './upload-steps.tsx'
import type { UploadStep } from './upload-view.ts'
import type { Uploader } from './uploader.ts'
import { uploaderOf } from './uploaders.ts'

interface UploadPanelProps {
  group: UploadGroup
  /** The signed-in person's id. */
  owner: string
  /** What to do where the session has ended. */
  onSessionLoss: (error: unknown) => void
}

function Step({ group, step, uploader }: { group: UploadGroup; step: UploadStep; uploader: Uploader }) {
  switch (step.step) {
    case 'empty':
      return <DropZone group={group} onFiles={uploader.add} />
    case 'sending':
      return <SendingStep group={group} step={step} uploader={uploader} />
    case 'reading':
      return <ReadingStep group={group} step={step} uploader={uploader} />
    case 'failed':
      return <FailedStep group={group} step={step} uploader={uploader} />
    case 'ready':
      return <ReadyStep group={group} step={step} uploader={uploader} />
  }
}

/** What happens, for those who hear the page; the end is told by a toast or an alert. */
function spoken(step: UploadStep): string {
  if (step.step === 'sending') return `Uploading ${step.name}`
  return step.step === 'reading' ? `${step.name} is uploaded and being read` : ''
}

/** Keeps the keyboard where it was when the button it was on gives way to the next step. */
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

/** Uploads a file of a group: from the empty zone to a file that is ready to be summarized. */
export default function UploadPanel({ group, owner, onSessionLoss }: UploadPanelProps) {
  const uploader = uploaderOf(group, owner)
  const { step, notices } = useSyncExternalStore(uploader.subscribe, uploader.view)
  const keptFocus = useKeptFocus()

  const report = useEffectEvent((error: unknown) => onSessionLoss(error))
  const error = step.step === 'failed' ? step.failure.error : null
  useEffect(() => {
    if (isUnauthorized(error)) report(error)
  }, [error])

  return (
    <div data-drop-zone className="outline-none" tabIndex={-1} {...keptFocus}>
      <Step group={group} step={step} uploader={uploader} />
      <output className="sr-only">{spoken(step)}</output>
      <Notices notices={notices} />
    </div>
  )
}
