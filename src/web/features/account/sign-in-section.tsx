import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { Account, ChangePasswordPayload, User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Skeleton, SkeletonGroup } from '../../components/skeleton.tsx'
import { ErrorState } from '../../components/states.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { reasonOf } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { useSignInOptions } from '../../lib/auth/use-sign-in-options.ts'
import { queryKeys } from '../../lib/keys.ts'
import { newPasswordSchema } from '../../lib/new-password-schema.ts'
import type { useAccount } from './api/get-account.ts'
import { FormButtons, ownPassword, PasswordField, UsernameHint, useDisclosure } from './form-parts.tsx'
import { Row, Section } from './section.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { needsFreshSignIn, useRefusal } from './use-refusal.ts'

/** PUT /api/account/password: the person. Every other session of theirs has ended then. */
function changePassword(payload: ChangePasswordPayload): Promise<User> {
  return callApi(calls.changePassword, 200, { body: payload })
}

/**
 * Changes the password, or sets a first one. What goes wrong is the form's to say.
 *
 * @param isFirst whether there was none before
 */
function useChangePassword(isFirst: boolean) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changePassword,
    // No password is kept longer than it takes to send it.
    gcTime: 0,
    onSuccess: async (user) => {
      queryClient.setQueryData<User | null>(queryKeys.user, user)
      toast({
        title: isFirst ? 'Password set' : 'Password changed',
        description: 'Every other browser was signed out.',
      })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.account }),
        queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
      ])
    },
  })
}

const fields = ['currentPassword', 'newPassword'] as const

interface PasswordFormProps {
  account: Account
  onClose: () => void
}

/** Changes the password, or sets a first one. */
function PasswordForm({ account: { hasPassword }, onClose }: PasswordFormProps) {
  const { email } = useUser()
  const change = useChangePassword(!hasPassword)
  const onSessionLoss = useSessionLoss()
  const form = useForm({
    resolver: zodResolver(newPasswordSchema.safeExtend({ currentPassword: ownPassword(hasPassword) })),
    defaultValues: { currentPassword: hasPassword ? '' : undefined, newPassword: '', confirm: '' },
  })
  const { register, handleSubmit, setFocus } = form
  const { errors } = form.formState
  const { rememberFocus, general } = useRefusal({ form, error: change.error, names: fields })
  useEffect(() => setFocus(hasPassword ? 'currentPassword' : 'newPassword'), [setFocus, hasPassword])

  const submit = handleSubmit(({ currentPassword, newPassword }) => {
    rememberFocus()
    change.mutate({ currentPassword, newPassword }, { onSuccess: onClose, onError: onSessionLoss })
  })
  return (
    <form
      noValidate
      aria-label={hasPassword ? 'Change password' : 'Set a password'}
      onSubmit={(event) => void submit(event)}
      className="max-w-[26rem] space-y-5"
    >
      <UsernameHint email={email} />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
          readOnly={change.isPending}
        />
      ) : null}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={errors.newPassword === undefined ? 'At least 8 characters.' : null}
        error={errors.newPassword?.message}
        {...register('newPassword')}
        readOnly={change.isPending}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...register('confirm')}
        readOnly={change.isPending}
      />
      <FailureLine error={general} fallback="Please try again in a moment." />
      {needsFreshSignIn(change.error) ? <SignInAgain place="#sign-in" /> : null}
      <FormButtons
        submit={change.isPending ? 'Saving...' : hasPassword ? 'Change password' : 'Set password'}
        pending={change.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

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
