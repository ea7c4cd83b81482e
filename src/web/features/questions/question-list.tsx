import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Question } from '../../../shared/questions/question.ts'
import { cn } from '../../lib/cn.ts'
import { isUnanswered } from './questions-api.ts'

/** As high as the window below the field. */
const windowHigh = 'not-print:min-h-[calc(100lvh-9.5rem)]'

/** Pixels at the lower end of the window that the foot of a page covers. */
const FOOT_PX = 96

interface QuestionListProps {
  /** Newest first, each with its key for React. */
  questions: readonly { key: string; question: Question }[]
  className: string
  /** Renders an entry, an `article` with a class name. */
  children: (question: Question, className: string | undefined) => ReactNode
}

/**
 * Questions with their answers. One that is being answered fills the window, so that its answer moves no question below
 * it. Earlier questions follow a finished answer; they are hidden for a frame, since they would move into view otherwise.
 */
export function QuestionList({ questions, className, children }: QuestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [newest] = questions
  const [filling, setFilling] = useState<string | null>(null)
  const [hasAsked, setHasAsked] = useState(false)
  const [isSettling, setSettling] = useState(false)
  const isWriting = newest !== undefined && isUnanswered(newest.question)
  if (isWriting && filling !== newest.key) {
    setFilling(newest.key)
    setHasAsked(true)
  }
  const isFilling = newest !== undefined && filling === newest.key
  useLayoutEffect(() => {
    const earlier = list.current?.children[1]
    if (isWriting || !isFilling || earlier === undefined) return
    // Questions that the user has scrolled to stay.
    if (earlier.getBoundingClientRect().top < innerHeight - FOOT_PX) return
    setFilling(null)
    setSettling(true)
  }, [isWriting, isFilling])
  useEffect(() => {
    if (!isSettling) return undefined
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSettling(false))
    })
    return () => cancelAnimationFrame(frame)
  }, [isSettling])
  if (questions.length === 0) return null
  return (
    <div ref={list} className={cn(className, hasAsked && windowHigh, isSettling && '*:not-first:hidden')}>
      {questions.map(({ key, question }) => (
        <Fragment key={key}>{children(question, isFilling && key === newest.key ? windowHigh : undefined)}</Fragment>
      ))}
    </div>
  )
}
