import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { z } from 'zod'
import { calls } from '../../../shared/api/calls.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { retention } from '../../../shared/retention.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { ApiError, reasonOf } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { queryKeys } from '../../lib/keys.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { AsideList, AuthLayout } from './auth-layout.tsx'
import { settleLink, useMailedLink } from './mailed-link.ts'
import { withReturnTo } from './return-to.ts'

const verifiedSchema = calls.verifyEmail.responses[200]
type Verified = z.output<typeof verifiedSchema>

/** POST /api/auth/verify-email: the address that is confirmed now, and whether it replaced another one. */
function verifyEmail(token: string): Promise<Verified> {
  return callApi(calls.verifyEmail, 200, { body: { token } })
}

/**
 * Confirms an address as soon as its page stands. A query, although it changes something: the cache sees to it that a
 * token is sent once, however often the page is built.
 */
function useVerifyEmail(token: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: [calls.verifyEmail.path, token],
    queryFn: async () => {
      const verified = await verifyEmail(token)
      settleLink(pagePaths.verifyEmail, verified)
      await queryClient.invalidateQueries({ queryKey: queryKeys.user })
      return verified
    },
    networkMode: 'always',
    retryOnMount: false,
    refetchOnReconnect: false,
  })
}

const reasons = [
  'It shows that nobody uses your address in your name.',
  'The link for a forgotten password goes there.',
  'Signing in does not wait for it.',
]

interface StepProps {
  title: string
  lead: ReactNode
  children?: ReactNode
}

function Step({ title, lead, children }: StepProps) {
  useDocumentTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // What was there before, a button perhaps, is gone; the news is read out.
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <AuthLayout
      title={title}
      headingRef={heading}
      lead={lead}
      aside={<AsideList title="Why we ask." items={reasons} />}
    >
      {children}
    </AuthLayout>
  )
}

function WayOn({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button asChild wide>
      <Link href={href}>{children}</Link>
    </Button>
  )
}

function DoneStep({ verified: { email, change } }: { verified: Verified }) {
  const { user } = useAuth()
  return (
    <Step
      title={change ? 'Your address has changed' : 'Your address is confirmed'}
      lead={
        <>
          <strong className="font-medium wrap-anywhere text-ink">{email}</strong>{' '}
          {change ? 'is now the address of your account. Sign in with it from now on.' : 'belongs to your account.'}
        </>
      }
    >
      {user === null ? (
        <WayOn href={pagePaths.login}>Sign In</WayOn>
      ) : (
        <WayOn href={pagePaths.dashboard}>Go to Dashboard</WayOn>
      )}
    </Step>
  )
}

function DeadLinkStep({ title, lead }: { title: string; lead: string }) {
  const { user } = useAuth()
  return (
    <Step title={title} lead={lead}>
      {user === null ? (
        <WayOn href={withReturnTo(pagePaths.login, `returnTo=${pagePaths.account}`)}>Sign In for a New Link</WayOn>
      ) : (
        <WayOn href={pagePaths.account}>Get a New Link</WayOn>
      )}
    </Step>
  )
}

function ConfirmStep({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useVerifyEmail(token)
  if (data !== undefined) return <DoneStep verified={data} />
  if (error instanceof ApiError && error.code === 'link_invalid') {
    return (
      <DeadLinkStep
        title="This link is no longer valid"
        lead={`A link is good for ${retention.emailLinkHours} hours, and for one use. If it was you who used it, your address is confirmed already.`}
      />
    )
  }
  if (error instanceof ApiError && error.code === 'email_taken') {
    return <DeadLinkStep title="Your address has not changed" lead={reasonOf(error, '')} />
  }
  if (error !== null && !isFetching) {
    return (
      <Step title="That did not work" lead="Your address could not be confirmed yet.">
        <FailureLine error={error} fallback="Please try again in a moment." />
        <Button className="mt-5" wide onClick={() => void refetch()}>
          Try Again
        </Button>
      </Step>
    )
  }
  return (
    <Step
      title="Confirming your address"
      lead={
        <output className="flex items-center gap-3">
          <Spinner className="size-5 text-accent" /> One moment, please.
        </output>
      }
    />
  )
}

/** Confirms an email address, for those who open the link they were mailed. */
export default function VerifyEmailPage() {
  const { token, outcome } = useMailedLink()
  const verified = verifiedSchema.safeParse(outcome)
  if (verified.success) return <DoneStep verified={verified.data} />
  if (token === null) {
    return (
      <DeadLinkStep
        title="This link is not complete"
        lead="Please open it from the mail once more, or copy all of it into the address bar."
      />
    )
  }
  return <ConfirmStep token={token} />
}
