import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { verifiedEmailSchema } from '../../../shared/account/accounts.ts'
import { retention } from '../../../shared/account/retention.ts'
import { routes } from '../../../shared/api/routes.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { FailureLine } from '../../components/alert.tsx'
import { Button, ButtonLink, Spinner } from '../../components/button.tsx'
import { type Answer, callApi, hasCode, reasonOf } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { focusOnMount } from '../../lib/page/focus.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { userKey } from '../../lib/queries.ts'
import { AsideList, AuthLayout } from './auth-layout.tsx'
import { settleLink, useMailedLink } from './mailed-link.ts'
import { withReturnTo } from './provider-buttons.tsx'

/** Confirms an email when the page opens. A query rather than a mutation, so that the cache sends each token only once. */
function useVerifyEmail(token: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: [routes.verifyEmail.path, token],
    queryFn: async () => {
      const verified = await callApi('verifyEmail', { body: { token } })
      settleLink(pagePaths.verifyEmail, verified)
      await queryClient.invalidateQueries({ queryKey: userKey })
      return verified
    },
    networkMode: 'always',
    retryOnMount: false,
    refetchOnReconnect: false,
  })
}

const reasons = [
  'It shows that this email is yours.',
  'We send the link for a forgotten password there.',
  'You can sign in without it.',
]

function Step({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  useDocumentTitle(title)
  return (
    <AuthLayout
      title={title}
      headingRef={focusOnMount}
      lead={lead}
      aside={<AsideList title="Why we ask." items={reasons} />}
    >
      {children}
    </AuthLayout>
  )
}

function NextLink({ visitor, member }: Record<'visitor' | 'member', { href: string; label: string }>) {
  const { user } = useAuth()
  const { href, label } = user === null ? visitor : member
  return (
    <ButtonLink wide href={href}>
      {label}
    </ButtonLink>
  )
}

function DoneStep({ verified: { email, change } }: { verified: Answer<'verifyEmail'> }) {
  return (
    <Step
      title={change ? 'Your email has changed' : 'Your email is confirmed'}
      lead={
        <>
          <strong className="font-medium wrap-anywhere text-ink">{email}</strong>{' '}
          {change ? 'is now your account’s email. Use it to sign in.' : 'belongs to your account.'}
        </>
      }
    >
      <NextLink
        visitor={{ href: pagePaths.login, label: 'Sign In' }}
        member={{ href: pagePaths.dashboard, label: 'Go to Dashboard' }}
      />
    </Step>
  )
}

function DeadLinkStep({ title, lead }: { title: string; lead: string }) {
  const login = withReturnTo(pagePaths.login, `returnTo=${pagePaths.account}`)
  return (
    <Step title={title} lead={lead}>
      <NextLink
        visitor={{ href: login, label: 'Sign In for a New Link' }}
        member={{ href: pagePaths.account, label: 'Get a New Link' }}
      />
    </Step>
  )
}

function ConfirmStep({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useVerifyEmail(token)
  if (data !== undefined) return <DoneStep verified={data} />
  if (hasCode(error, 'link_invalid')) {
    return (
      <DeadLinkStep
        title="This link is no longer valid"
        lead={`Each link works once and expires in ${retention.emailLinkHours} hours. If you used it, your email is already confirmed.`}
      />
    )
  }
  if (hasCode(error, 'email_taken')) {
    return <DeadLinkStep title="Your email hasn’t changed" lead={reasonOf(error, '')} />
  }
  if (error !== null && !isFetching) {
    return (
      <Step title="That didn’t work" lead="We couldn’t confirm your email yet.">
        <FailureLine error={error} />
        <Button className="mt-5" wide onClick={() => void refetch()}>
          Try Again
        </Button>
      </Step>
    )
  }
  return (
    <Step
      title="Confirming your email"
      lead={
        <output className="flex items-center gap-3">
          <Spinner className="size-5 text-accent" /> One moment, please.
        </output>
      }
    />
  )
}

export default function VerifyEmailPage() {
  const { token, outcome } = useMailedLink()
  const verified = verifiedEmailSchema.safeParse(outcome)
  if (verified.success) return <DoneStep verified={verified.data} />
  if (token === null) {
    return (
      <DeadLinkStep
        title="This link is incomplete"
        lead="Open it from the email again, or copy all of it into the address bar."
      />
    )
  }
  return <ConfirmStep token={token} />
}
