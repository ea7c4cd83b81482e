import type { ReactNode } from 'react'
import type { Account } from '../../../shared/accounts.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton, SkeletonGroup } from '../../components/skeleton.tsx'
import { ErrorState } from '../../components/states.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { useSignInOptions } from '../../lib/auth/use-sign-in-options.ts'
import type { useAccount } from './api/get-account.ts'
import { PasswordForm } from './password-form.tsx'
import { Row, Section } from './section.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useDisclosure } from './use-disclosure.ts'

function Method({ name, state, action }: { name: string; state: string; action?: ReactNode }) {
  return (
    <Row action={action}>
      <h3 className="font-sans text-[0.9375rem] leading-normal font-medium tracking-normal">{name}</h3>
      <p className="text-sm text-ink-soft">{state}</p>
    </Row>
  )
}

function PasswordMethod({ account }: { account: Account }) {
  const { hasPassword, signedInLately } = account
  const { isOpen, open, close, opener } = useDisclosure()
  return (
    <>
      <Method
        name="Email and password"
        state={hasPassword ? 'You have a password.' : 'You have not set a password yet.'}
        action={
          isOpen ? null : (
            <Button
              ref={opener}
              look="plain"
              aria-label={hasPassword ? 'Change password' : 'Set a password'}
              onClick={open}
            >
              {hasPassword ? 'Change' : 'Set'}
            </Button>
          )
        }
      />
      {isOpen ? (
        <div className="mt-6">
          {hasPassword || signedInLately ? (
            <PasswordForm account={account} onClose={close} />
          ) : (
            <SignInAgain place="#sign-in" onCancel={close} />
          )}
        </div>
      ) : null}
    </>
  )
}

/** Left out where nobody can sign in with Google. */
function GoogleMethod({ isConnected }: { isConnected: boolean }) {
  const { data: options } = useSignInOptions()
  if (!isConnected && options?.google !== true) return null
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Method
        name="Google"
        state={
          isConnected ? 'Connected.' : 'Not connected. Sign in with a Google account of the same email to connect it.'
        }
      />
    </div>
  )
}

/** As high as what comes: a password with its button, and the line about Google, which takes two on a phone. */
function MethodSkeletons() {
  const { data: options } = useSignInOptions()
  return (
    <SkeletonGroup label="Loading how you sign in">
      <div className="min-h-[2.65625rem] pointer-coarse:min-h-11">
        <Skeleton className="w-40 translate-y-1" />
        <Skeleton className="mt-3 h-3.5 w-32" />
      </div>
      {options?.google === false ? null : (
        <div className="mt-5 min-h-[3.96875rem] border-t border-line pt-5 max-sm:min-h-[5.21875rem]">
          <Skeleton className="w-20 translate-y-1" />
          <Skeleton className="mt-3 h-3.5 w-96 max-w-full" />
        </div>
      )}
    </SkeletonGroup>
  )
}

/** The ways of signing in, and the password. */
export function SignInSection({ query }: { query: ReturnType<typeof useAccount> }) {
  const { data: account, error, refetch, isFetching } = query
  return (
    <Section id="sign-in" title="Sign-in">
      {account !== undefined ? (
        <>
          <PasswordMethod account={account} />
          <GoogleMethod isConnected={account.googleConnected} />
        </>
      ) : error !== null ? (
        <ErrorState
          className="py-0"
          title="How you sign in did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {reasonOf(error, 'Please try again in a moment.')}
        </ErrorState>
      ) : (
        <MethodSkeletons />
      )}
    </Section>
  )
}
