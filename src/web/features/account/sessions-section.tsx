import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SignedInSession } from '../../../shared/account/accounts.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlay/dialog.tsx'
import { RevealButton } from '../../components/reveal-button.tsx'
import { EmptyState, QueryState, Skeleton, SkeletonGroup } from '../../components/states.tsx'
import { toast, toastFailure } from '../../components/toast.tsx'
import { callApi, callDelete } from '../../lib/api/client.ts'
import { shortDay, timeAgo } from '../../lib/dates.ts'
import { sessionsQuery } from '../../lib/queries.ts'
import { Row, Section, useLeave } from './section.tsx'

type Reach = 'everywhere' | 'elsewhere'

/** Ends one session or several, and removes them from the list. If this session is among them, the user leaves. */
function useSignOut() {
  const queryClient = useQueryClient()
  const leave = useLeave()
  const keep = (isKept: (session: SignedInSession) => boolean) =>
    queryClient.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter(isKept))
  return useMutation({
    mutationFn: async (target: SignedInSession | Reach) => {
      if (typeof target === 'object') return callDelete('endSession', { params: { id: target.id } })
      await callApi('endSessions', { query: { keep: target === 'elsewhere' ? 'current' : undefined } })
    },
    onSuccess: async (_, target) => {
      if (target === 'everywhere') return leave('/login', { title: 'Signed out everywhere' })
      if (target === 'elsewhere') {
        keep(({ current }) => current)
        toast({ title: 'Signed out everywhere else' })
      } else if (target.current) {
        return leave('/login', { title: 'Logged out', description: 'You have been successfully logged out.' })
      } else {
        keep(({ id }) => id !== target.id)
        toast({ title: 'Signed out', description: target.device })
      }
    },
    onError: (error) => toastFailure('Sign-out failed', error),
  })
}

const SHOWN_AT_FIRST = 5

function SessionRow({ session }: { session: SignedInSession }) {
  const { mutate, isPending } = useSignOut()
  return (
    <li className="border-b border-line py-4 first:pt-0">
      <Row
        action={
          <Button
            look="plain"
            pending={isPending}
            needsConnection
            aria-label={isPending ? undefined : `Sign out ${session.device}${session.current ? ', this device' : ''}`}
            onClick={() => mutate(session)}
          >
            {isPending ? 'Signing out...' : 'Sign out'}
          </Button>
        }
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{session.device}</span>
          {session.current ? <Badge tone="secondary">This device</Badge> : null}
        </p>
        <p className="mt-0.5 text-sm text-ink-soft">
          {session.current ? 'In use now' : `Last seen ${timeAgo(session.lastSeenAt)}`}. Signed in{' '}
          {shortDay(session.createdAt)}.
        </p>
      </Row>
    </li>
  )
}

function SessionSkeletons() {
  return (
    <SkeletonGroup label="Loading your sessions">
      {/* Most users have one, and the button below it. */}
      <div className="min-h-[3.890625rem] border-b border-line">
        <Skeleton className="w-44 translate-y-1" />
        <Skeleton className="mt-3 h-3.5 w-64 max-w-full" />
      </div>
      <Skeleton className="mt-4 h-10 w-44 rounded-control pointer-coarse:h-11" />
    </SkeletonGroup>
  )
}

function EndSessions({ hasOthers }: { hasOthers: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [reach, setReach] = useState<Reach>('elsewhere')
  const { mutate, isPending } = useSignOut()
  const ask = (next: Reach) => {
    setReach(next)
    setIsOpen(true)
  }
  const label = reach === 'elsewhere' ? 'Sign out everywhere else' : 'Sign out everywhere'
  return (
    <div className="mt-4 flex flex-wrap gap-2.5">
      {hasOthers ? (
        <Button look="plain" needsConnection onClick={() => ask('elsewhere')}>
          Sign out everywhere else
        </Button>
      ) : null}
      <Button look="plain" needsConnection onClick={() => ask('everywhere')}>
        Sign out everywhere
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => setIsOpen(open || isPending)}
        title={`${label}?`}
        description={
          reach === 'elsewhere'
            ? 'Every browser but this one has to sign in again.'
            : 'Every browser has to sign in again, this one too.'
        }
        confirm={isPending ? 'Signing out...' : label}
        pending={isPending}
        onConfirm={() => mutate(reach, { onSettled: () => setIsOpen(false) })}
      />
    </div>
  )
}

/** Ref of a list that takes focus when an entry that had it disappears. */
export function useListFocus(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const lastCount = useRef(count)
  useEffect(() => {
    const isShorter = count < lastCount.current
    lastCount.current = count
    if (isShorter && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [count])
  return list
}

function SessionList({ sessions }: { sessions: readonly SignedInSession[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useListFocus(sessions.length)
  const shown = showsAll ? sessions : sessions.slice(0, SHOWN_AT_FIRST)
  if (sessions.length === 0) {
    return (
      <EmptyState className="py-0" title="No sessions to show">
        No active sessions found. Reload the page to look again.
      </EmptyState>
    )
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-labelledby="sessions-title" className="outline-none">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {shown.length < sessions.length ? (
        <RevealButton shown={SHOWN_AT_FIRST} onReveal={() => setShowsAll(true)} className="mt-3 -ml-2">
          Show all {sessions.length}
        </RevealButton>
      ) : null}
      <EndSessions hasOthers={sessions.some(({ current }) => !current)} />
    </>
  )
}

export function SessionsSection() {
  return (
    <Section id="sessions" title="Sessions" lead="Where you’re signed in. Sign out any you don’t recognize.">
      <QueryState
        query={useQuery(sessionsQuery)}
        failed="Your sessions didn’t load"
        placeholder={<SessionSkeletons />}
        className="py-0"
      >
        {(sessions) => <SessionList sessions={sessions} />}
      </QueryState>
    </Section>
  )
}
