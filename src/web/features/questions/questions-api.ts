import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { questionEventsPath, routes } from '../../../shared/api/routes.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Question, QuestionEvent } from '../../../shared/questions/question.ts'
import { callApi, callDelete } from '../../lib/api/client.ts'
import { statsQuery } from '../../lib/queries.ts'
import { randomId } from '../../lib/random-id.ts'

/** Interval of polls while an answer is written, for the case that its stream is lost. */
const POLL_MS = 3000
const LISTED = 50

/** Subject of a question: the source of a summary, by its id, or with null all sources of the user. */
export type Asked = string | null

export const isUnanswered = ({ status }: Question): boolean => status === 'queued' || status === 'answering'

const listKey = (asked: Asked) => [routes.listQuestions.path, asked ?? 'library']

/** Questions about a source, or to the library, newest first. */
export const questionsQuery = (asked: Asked) =>
  queryOptions({
    queryKey: listKey(asked),
    queryFn: ({ signal }) => {
      const input = { query: { limit: LISTED }, signal }
      return asked === null
        ? callApi('listQuestions', input)
        : callApi('listSourceQuestions', { ...input, params: { id: asked } })
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnanswered) === true ? POLL_MS : false),
  })

/** Whether there are answers about a source, as far as the page has loaded them. */
export const useHasAnswers = (id: string): boolean =>
  useQuery({ ...questionsQuery(id), enabled: false, select: (list) => list.some(({ status }) => status === 'ready') })
    .data === true

/** Up to three questions that a source answers. */
export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: [routes.listQuestions.path, 'suggestions', id],
    queryFn: ({ signal }) => callApi('suggestQuestions', { params: { id }, signal }),
  })

const isWhole = (answer: Question | Pick<Question, 'id' | 'status'>): answer is Question => 'outcome' in answer

/** Id of a question that the server hasn't accepted yet. */
export const UNSENT = 'unsent'

/** A question that is being sent, or that the server has accepted, until its first event. */
const accepted = (id: string, asked: Asked, question: string): Question => ({
  id,
  summaryId: asked,
  question,
  status: 'queued',
  outcome: null,
  answer: [],
  passages: [],
  sources: [],
  engine: null,
  isOutdated: false,
  failureCode: null,
  failureMessage: null,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
})

/** Changes the cached list of questions. A poll that has begun before doesn't undo that. */
function useChangeList(asked: Asked) {
  const queryClient = useQueryClient()
  const { queryKey } = questionsQuery(asked)
  return (change: (list: Question[]) => Question[]): void => {
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (list) => change(list ?? []))
  }
}

const keyOf = (count: number): string => `asked-${count}`

/** Asks a question. A repeat after a lost connection gets the same key, so that nothing is asked twice. */
function useAsk(asked: Asked) {
  const queryClient = useQueryClient()
  const changeList = useChangeList(asked)
  /** How many questions were asked here, and the keys by which React knows them from before the server had accepted them. */
  const [{ count, keys }, setAsked] = useState({ count: 0, keys: new Map<string, string>() })
  const unanswered = useRef<{ question: string; key: string } | null>(null)
  const mutation = useMutation({
    mutationFn: async (question: string): Promise<Question> => {
      if (unanswered.current?.question !== question) unanswered.current = { question, key: randomId() }
      const headers = { prefer: 'respond-async', 'idempotency-key': unanswered.current.key }
      try {
        const input = { body: { question }, headers }
        const answer =
          asked === null
            ? await callApi('askLibrary', input)
            : await callApi('askSource', { ...input, params: { id: asked } })
        unanswered.current = null
        return isWhole(answer) ? answer : accepted(answer.id, asked, question)
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'unavailable')) unanswered.current = null
        throw error
      }
    },
    onMutate: () => setAsked((before) => ({ ...before, count: before.count + 1 })),
    onSuccess: async (question) => {
      // The list may still be loading, and the change would end that.
      await queryClient.ensureQueryData(questionsQuery(asked)).catch(() => undefined)
      setAsked((before) => ({ ...before, keys: new Map(before.keys).set(question.id, keyOf(before.count)) }))
      changeList((list) => [question, ...list.filter(({ id }) => id !== question.id)])
      void queryClient.invalidateQueries(statsQuery)
    },
  })
  return { ...mutation, key: keyOf(count), keys }
}

/** Deletes a question. It stays in the list if that fails. */
export function useDeleteQuestion(asked: Asked) {
  const changeList = useChangeList(asked)
  return useMutation({
    mutationFn: async (id: string) => callDelete('deleteQuestion', { params: { id } }),
    onSuccess: (_, id) => changeList((list) => list.filter((question) => question.id !== id)),
  })
}

/** Updates the list by the server-sent events of one question; null streams none. */
function useAnswerStream(asked: Asked, id: string | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (id === null) return undefined
    const { queryKey } = questionsQuery(asked)
    const source = new EventSource(questionEventsPath(id), { withCredentials: true })
    let isOver = false
    const onMessage = ({ data }: MessageEvent) => {
      const event: QuestionEvent = JSON.parse(String(data))
      isOver ||= event.type !== 'partial'
      if (event.type === 'failed') {
        void queryClient.invalidateQueries({ queryKey })
        void queryClient.invalidateQueries(statsQuery)
        return
      }
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (list) =>
        list?.map((question) => (question.id === id ? event.question : question)),
      )
      if (isOver) void queryClient.invalidateQueries(statsQuery)
    }
    for (const name of ['partial', 'ready', 'failed']) source.addEventListener(name, onMessage)
    // The server ends the stream after its last event; closing it earlier would appear as an aborted request.
    source.addEventListener('error', () => {
      if (isOver) source.close()
    })
    return () => {
      if (!isOver) source.close()
    }
  }, [queryClient, asked, id])
}

/**
 * The questions about a source or to the library, newest first, each with its key for React, and asking another. A
 * question is in the list as soon as it is sent, so that nothing moves when the server accepts it.
 */
export function useQuestions(asked: Asked) {
  const query = useQuery(questionsQuery(asked))
  const { data: known = [] } = query
  const { mutateAsync: ask, isPending, variables, key, keys, error: failure } = useAsk(asked)
  const { mutate: remove } = useDeleteQuestion(asked)
  useAnswerStream(asked, known.find(isUnanswered)?.id ?? null)
  const isUnlisted = isPending && variables !== undefined && known.every(({ id }) => keys.get(id) !== key)
  const questions = [...(isUnlisted ? [accepted(UNSENT, asked, variables)] : []), ...known].map((question) => ({
    key: question.id === UNSENT ? key : (keys.get(question.id) ?? question.id),
    question,
  }))
  /** Asks a question again, and removes the one that failed. */
  const onRetry = async (failed: Question): Promise<void> => {
    try {
      await ask(failed.question)
      remove(failed.id)
    } catch {
      // The failure is shown below the field.
    }
  }
  return { query, questions, ask, isSending: isPending, failure, onRetry }
}
