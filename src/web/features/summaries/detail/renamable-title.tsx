import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { DialogTitle } from '../../../components/overlay/dialog.tsx'
import { WritingContext } from '../../../components/reading-context.ts'
import { typesetTitle } from '../../../components/unbroken-text.tsx'
import { callApi, reasonOf } from '../../../lib/api/client.ts'
import { cn } from '../../../lib/cn.ts'
import type { TextLanguage } from '../../../lib/language.ts'
import { changeShown, refreshAfterChange } from '../api/refresh.ts'

interface RenamableTitleProps extends TextLanguage {
  summary: Summary
  className: string
}

/** PATCH /api/summaries/{id}. Every list and page then shows the new title. */
function useRename(id: string, onRenamed: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (title: string) => callApi('renameSummary', { params: { id }, body: { title } }),
    onSuccess: (summary) => {
      changeShown(queryClient, id, summary)
      void refreshAfterChange(queryClient)
      onRenamed()
    },
  })
}

/** Edits the title in its place: Enter saves, Escape cancels. */
function TitleForm({
  summary: { id, title },
  className,
  onEnd,
  ...language
}: RenamableTitleProps & { onEnd: () => void }) {
  const [text, setText] = useState(title)
  const { mutate, isPending, error } = useRename(id, onEnd)
  const message = error === null ? null : reasonOf(error, 'We couldn’t rename this summary.')
  const field = useRef<HTMLTextAreaElement>(null)
  const messageId = useId()
  useEffect(() => field.current?.select(), [])

  const save = () => {
    if (text.trim() === title) onEnd()
    else if (!isPending) mutate(text, { onError: () => field.current?.focus() })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <DialogTitle className="sr-only">{title}</DialogTitle>
      <textarea
        ref={field}
        {...language}
        aria-label="Title"
        aria-invalid={message !== null}
        aria-describedby={message === null ? undefined : messageId}
        // The dialog leaves this Escape to the field.
        data-handles-escape
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value.replaceAll(/(?<!\s)\s*\n\s*/gu, ' '))}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          if (event.key === 'Enter') save()
          else onEnd()
        }}
        className={cn(
          className,
          '-mx-3 block w-[calc(100%+1.5rem)] resize-none rounded-control border border-line bg-paper px-3 py-1.5 font-serif font-medium tracking-(--title-tracking) [word-spacing:var(--title-space)] field-sizing-content focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-bad',
        )}
      />
      <p id={messageId} role="alert" className="mt-1.5 text-[0.8125rem] text-bad empty:hidden">
        {message}
      </p>
      <div className="mt-2.5 mb-5 flex gap-2">
        <Button type="submit" pending={isPending}>
          Save
        </Button>
        <Button look="text" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function RenamableTitle(props: RenamableTitleProps) {
  const { summary, className, ...language } = props
  const isWriting = useContext(WritingContext)
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <TitleForm {...props} onEnd={() => setEditing(false)} />
  return (
    // The title is inline, so that the button follows its last word, in the margin if the line is full.
    <div dir={language.dir} className={cn(className, 'font-serif text-balance')}>
      <DialogTitle {...language} className="inline">
        {typesetTitle(summary.title)}
      </DialogTitle>
      {'\u00A0'}
      <IconButton
        ref={button}
        label="Rename"
        onClick={() => setEditing(true)}
        className={cn('-my-2 align-middle sm:-me-9 print:hidden', isWriting && 'invisible')}
      >
        <Pencil />
      </IconButton>
    </div>
  )
}
