import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Account } from '../../../shared/account/accounts.ts'
import { Button } from '../../components/button.tsx'
import { Form, PasswordField } from '../../components/form/form.tsx'
import { needsFreshSignIn, useCallForm } from '../../components/form/use-call-form.ts'
import { QueryState, Skeleton, SkeletonGroup } from '../../components/states.tsx'
import { toast } from '../../components/toast.tsx'
import { callApi } from '../../lib/api/client.ts'
import { newPasswordSchema } from '../../lib/new-password-schema.ts'
import { accountQuery, sessionsQuery, signInOptionsQuery, tokensQuery, userKey } from '../../lib/queries.ts'
import { FormButtons, OwnPasswordField, ownPassword, SignInAgain, Username, useDisclosure } from './form-parts.tsx'
import { Row, Section } from './section.tsx'

/** Changes the password, or sets a first one. This ends every other session. */
function PasswordForm({ account: { hasPassword }, onClose }: { account: Account; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data: tokens = [] } = useQuery(tokensQuery)
  const call = useCallForm({
    schema: newPasswordSchema.safeExtend({ currentPassword: ownPassword(hasPassword) }),
    defaultValues: { currentPassword: hasPassword ? '' : undefined, newPassword: '', confirm: '' },
    send: async ({ currentPassword, newPassword }) => {
      queryClient.setQueryData(userKey, await callApi('changePassword', { body: { currentPassword, newPassword } }))
      toast({
        title: hasPassword ? 'Password changed' : 'Password set',
        description: 'Every other browser was signed out.',
      })
      await Promise.all(
        [accountQuery, sessionsQuery, tokensQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
      )
      onClose()
    },
  })
  const { setFocus } = call.form
  useEffect(() => setFocus(hasPassword ? 'currentPassword' : 'newPassword'), [setFocus, hasPassword])
  return (
    <Form
      call={call}
      aria-label={hasPassword ? 'Change password' : 'Set a password'}
      className="max-w-[26rem] space-y-5"
      actions={
        <>
          {needsFreshSignIn(call.error) ? <SignInAgain returnTo="#sign-in" /> : null}
          <FormButtons sending="Saving..." onCancel={onClose}>
            {hasPassword ? 'Change password' : 'Set password'}
          </FormButtons>
        </>
      }
    >
      {hasPassword ? <OwnPasswordField label="Current password" /> : <Username />}
      <PasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters."
        deps="confirm"
      />
      <PasswordField name="confirm" label="Confirm new password" autoComplete="new-password" />
      {tokens.length === 0 ? null : <p className="text-sm text-ink-soft">This also revokes your API tokens.</p>}
    </Form>
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
        state={hasPassword ? 'Password set.' : 'You haven’t set a password yet.'}
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
            <SignInAgain returnTo="#sign-in" onCancel={close} />
          )}
        </div>
      ) : null}
    </>
  )
}

function ProviderMethod({ name, account, isConnected }: { name: string; account: string; isConnected: boolean }) {
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Method
        name={name}
        state={isConnected ? 'Connected.' : `Not connected. Sign in once with the ${account} that uses this email.`}
      />
    </div>
  )
}

function ProviderMethods({ account: { googleConnected, oidcConnected } }: { account: Account }) {
  const { data: options } = useQuery(signInOptionsQuery)
  const oidc = options?.oidc ?? null
  return (
    <>
      {googleConnected || options?.google === true ? (
        <ProviderMethod name="Google" account="Google account" isConnected={googleConnected} />
      ) : null}
      {oidcConnected || oidc !== null ? (
        <ProviderMethod name={oidc ?? 'Single sign-on'} account="account there" isConnected={oidcConnected} />
      ) : null}
    </>
  )
}

/** As high as the content: a password with its button, and the line about Google, which wraps on phones. */
function MethodSkeletons() {
  const { data: options } = useQuery(signInOptionsQuery)
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

export function SignInSection({ query }: { query: UseQueryResult<Account> }) {
  return (
    <Section id="sign-in" title="Sign-in">
      <QueryState
        query={query}
        failed="Your sign-in methods didn’t load"
        placeholder={<MethodSkeletons />}
        className="py-0"
      >
        {(account) => (
          <>
            <PasswordMethod account={account} />
            <ProviderMethods account={account} />
          </>
        )}
      </QueryState>
    </Section>
  )
}
