import { ArrowUp } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { remaining } from '../../../shared/plans/catalogue.ts'
import { MAX_QUESTION_CHARACTERS } from '../../../shared/questions/limits.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { IconButton, Spinner } from '../../components/button.tsx'
import { Input } from '../../components/form/field.tsx'
import { PlansLink, usedWords } from '../../components/spent-line.tsx'
import { isUnauthorized, reasonOf, requiresUpgrade } from '../../lib/api/client.ts'
import { cn } from '../../lib/cn.ts'
import { useAtInput } from '../../lib/page/input.ts'
import { useOnline } from '../../lib/page/use-online.ts'
import { useOwnPlan, useQuota } from '../../lib/plans/own-plan.ts'
import { sells, useSite } from '../../lib/site.ts'
import { type Suggestion, Suggestions } from './suggestions.tsx'

/** Questions left this month, from which on the field shows it. */
const FEW_LEFT = 5

/**
 * "2 of 10 questions left this month.", or that none are. Null where that is of no interest: without a limit, a model, or
 * while many are left.
 */
function useFewLeft(): { words: string; isSpent: boolean } | null {
  const { models } = useSite()
  const { plan } = useOwnPlan()
  const { stats } = useQuota()
  if (models === null || plan === undefined || stats === undefined) return null
  const left = remaining(plan, 'questionsPerMonth', stats.questionsUsed)
  if (left === null || left > FEW_LEFT) return null
  const limit = plan.questionsPerMonth ?? 0
  return left === 0
    ? { words: usedWords(limit, limit, stats.resetsAt, 'questions asked'), isSpent: true }
    : { words: `${formatCount(left)} of ${formatCount(limit)} questions left this month.`, isSpent: false }
}

interface Note {
  words: string
  leadsToPlans: boolean
}

/** Line below the field: that there is no connection, or that few or no questions are left. Null for none. */
function useNote(isUsed: boolean): Note | null {
  const fewLeft = useFewLeft()
  // That few are left turns out after an answer.
  const hasFewLeft = useAtInput(fewLeft !== null)
  const isOnline = useOnline()
  if (!isOnline) return { words: 'You can ask once you’re back online.', leadsToPlans: false }
  // That none are left is shown before anyone types a question.
  if (fewLeft === null || !((isUsed && hasFewLeft) || fewLeft.isSpent)) return null
  return { words: fewLeft.words, leadsToPlans: sells && fewLeft.isSpent }
}

function FieldLine({ id, words, leadsToPlans, isError }: Note & { id: string; isError: boolean }) {
  return (
    <p
      id={id}
      role={isError ? 'alert' : undefined}
      className={cn('mt-1.5 text-[0.8125rem] text-pretty tabular-nums', isError ? 'text-bad' : 'text-ink-soft')}
    >
      {words}
      {leadsToPlans ? (
        <>
          {' '}
          <PlansLink />
        </>
      ) : null}
    </p>
  )
}

const hasTouch = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches

interface AskFormProps {
  label: string
  /** The label where it is missing. */
  placeholder?: string
  /** Key that moves focus to the field, for `aria-keyshortcuts`. */
  shortcut?: string
  suggestions: readonly Suggestion[]
  /** Called once the user is about to ask. */
  onUse: () => void
  isSending: boolean
  failure: Error | null
  /** Resolves when the question is accepted; the field keeps its text otherwise. */
  onAsk: (question: string) => Promise<unknown>
}

/** The field for a question: one line, with suggestions once it is used. */
export function AskForm(props: AskFormProps) {
  const { label, placeholder = label, shortcut, suggestions, onUse, isSending, failure, onAsk } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isUsed, setUsed] = useState(false)
  const isOnline = useOnline()
  const note = useNote(isUsed)
  const isTooLong = text.length > MAX_QUESTION_CHARACTERS
  const error = isTooLong
    ? `Please ask in at most ${formatCount(MAX_QUESTION_CHARACTERS)} characters.`
    : isOnline && failure !== null && !isUnauthorized(failure)
      ? reasonOf(failure)
      : null

  useEffect(() => {
    if (!isSending || form.current?.contains(document.activeElement) !== true) return
    // Leaves most of the window to the answer.
    if (form.current.getBoundingClientRect().bottom > innerHeight / 2) form.current.scrollIntoView({ block: 'start' })
  }, [isSending])
  const offered = isUsed && suggestions[0]?.title === undefined ? suggestions.length : 0
  const line = error ?? note?.words ?? null
  useEffect(() => {
    const isLonger = offered > 0 || line !== null
    if (isLonger && form.current?.contains(document.activeElement) === true)
      form.current.scrollIntoView({ block: 'nearest' })
  }, [offered, line])

  const send = async (question: string) => {
    if (question.trim() === '' || isSending || !isOnline || question.length > MAX_QUESTION_CHARACTERS) return
    // A suggestion disappears once it is asked. On a touch screen, the field would keep the keyboard over the answer.
    const next = hasTouch() ? form : field
    next.current?.focus({ preventScroll: true })
    try {
      await onAsk(question.trim())
    } catch {
      // The failure is shown below the field, which keeps the question.
      setText((typed) => (typed.trim() === '' ? question : typed))
      return
    }
    // The next question may be typed already.
    setText((typed) => (typed.trim() === question.trim() ? '' : typed))
  }
  return (
    <form
      ref={form}
      tabIndex={-1}
      className="scroll-mb-20 outline-none print:hidden"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send(text)
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <Input
          ref={field}
          id={id}
          dir="auto"
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="send"
          className="pe-12"
          aria-keyshortcuts={shortcut}
          // Closing the page would lose the question.
          data-handles-escape={text === '' ? undefined : true}
          aria-invalid={error !== null}
          aria-describedby={line === null ? undefined : `${id}-line`}
          // The shortcut clicks it, and a tap may leave it half under the bar of a dialog.
          onClick={({ currentTarget }) => {
            currentTarget.focus()
            currentTarget.scrollIntoView({ block: 'nearest' })
          }}
          onFocus={() => {
            setUsed(true)
            onUse()
          }}
          onChange={({ target }) => setText(target.value)}
        />
        <IconButton
          type="submit"
          label="Ask"
          aria-disabled={isSending || !isOnline || text.trim() === ''}
          className="absolute end-1 top-1 aria-disabled:opacity-55"
        >
          {isSending ? <Spinner className="size-4" /> : <ArrowUp />}
        </IconButton>
      </div>
      {error !== null ? (
        <FieldLine
          key="error"
          id={`${id}-line`}
          isError
          words={error}
          leadsToPlans={sells && requiresUpgrade(failure)}
        />
      ) : note !== null ? (
        <FieldLine key="note" id={`${id}-line`} isError={false} {...note} />
      ) : null}
      <Suggestions suggestions={suggestions} isUsed={isUsed} onAsk={(question) => void send(question)} />
    </form>
  )
}
