import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import {
  type Account,
  type ApiToken,
  type CreatedToken,
  createTokenSchema,
  type TokenScope,
  tokenScopes,
} from '../../../shared/account/accounts.ts'
import { listOf } from '../../../shared/text/format.ts'
import { Button } from '../../components/button.tsx'
import { LabeledCheckbox } from '../../components/form/checkbox.tsx'
import { CopyField } from '../../components/form/copy-field.tsx'
import { Form, TextField } from '../../components/form/form.tsx'
import { needsFreshSignIn, useCallForm } from '../../components/form/use-call-form.ts'
import { textLinkStyle } from '../../components/links.tsx'
import { ConfirmDialog } from '../../components/overlay/dialog.tsx'
import { QueryState, Skeleton, SkeletonGroup } from '../../components/states.tsx'
import { toast, toastFailure } from '../../components/toast.tsx'
import { callApi, callDelete } from '../../lib/api/client.ts'
import { shortDay, timeAgo } from '../../lib/dates.ts'
import { tokensQuery } from '../../lib/queries.ts'
import { ofPlan } from '../../lib/site.ts'
import { FormButtons, OwnPasswordField, ownPassword, SignInAgain, useDisclosure } from './form-parts.tsx'
import { Row, Section } from './section.tsx'
import { useListFocus } from './sessions-section.tsx'

const scopeTexts: Record<TokenScope, { label: string; hint: string; short: string }> = {
  read: { label: 'Read summaries', hint: 'With their sources and exports.', short: 'read summaries' },
  create: {
    label: 'Create summaries',
    hint: `From links, text, and files.${ofPlan(' They count toward your plan.')}`,
    short: 'create summaries',
  },
  ask: {
    label: 'Ask about sources',
    hint: `With questions and answers.${ofPlan(' Answers by language models count toward your plan.')}`,
    short: 'ask about sources',
  },
}

function RevokeButton({ token }: { token: ApiToken }) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => callDelete('revokeToken', { params: { id: token.id } }),
    onSuccess: () => {
      queryClient.setQueryData(tokensQuery.queryKey, (tokens) => tokens?.filter(({ id }) => id !== token.id))
      toast({ title: 'Token revoked', description: token.name })
    },
    onError: (error) => toastFailure('Couldn’t revoke the token', error),
    onSettled: () => setIsOpen(false),
  })
  return (
    <>
      <Button look="plain" aria-label={`Revoke ${token.name}`} needsConnection onClick={() => setIsOpen(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => setIsOpen(open || isPending)}
        title="Revoke this token?"
        description={`Programs that use “${token.name}” lose access immediately. This can’t be undone.`}
        confirm={isPending ? 'Revoking...' : 'Revoke token'}
        destructive
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  )
}

function TokenList({ tokens }: { tokens: readonly ApiToken[] }) {
  const list = useListFocus(tokens.length)
  return (
    <ul ref={list} tabIndex={-1} aria-labelledby="api-tokens-title" className="mb-5 outline-none empty:hidden">
      {tokens.map((token) => (
        <li key={token.id} className="border-b border-line py-4 first:pt-0">
          <Row action={<RevokeButton token={token} />}>
            <p className="font-medium wrap-anywhere">{token.name}</p>
            <p className="mt-0.5 text-sm text-ink-soft">
              Can {listOf(token.scopes.map((scope) => scopeTexts[scope].short))}. Ends in <code>{token.ending}</code>.
              <br />
              Created {shortDay(token.createdAt)}.{' '}
              {token.lastUsedAt === null ? 'Never used' : `Last used ${timeAgo(token.lastUsedAt)}`}.
            </p>
          </Row>
        </li>
      ))}
    </ul>
  )
}

function ScopesField() {
  const { field, fieldState, formState } = useController<{ scopes: TokenScope[] }>({ name: 'scopes' })
  return (
    <fieldset disabled={formState.isSubmitting} aria-describedby="scopes-error">
      <legend className="mb-2 text-sm font-medium">Programs with this token may</legend>
      {tokenScopes.map((scope) => (
        <LabeledCheckbox
          key={scope}
          {...scopeTexts[scope]}
          className="py-1.5"
          checked={field.value.includes(scope)}
          onChange={({ target }) =>
            field.onChange(
              tokenScopes.filter((other) => (other === scope ? target.checked : field.value.includes(other))),
            )
          }
        />
      ))}
      <p id="scopes-error" role="alert" className="mt-1.5 text-[0.8125rem] text-bad empty:hidden">
        {fieldState.error?.message}
      </p>
    </fieldset>
  )
}

interface TokenFormProps {
  account: Account
  onClose: () => void
  onCreated: (token: CreatedToken) => void
}

function TokenForm({ account: { hasPassword }, onClose, onCreated }: TokenFormProps) {
  const queryClient = useQueryClient()
  const call = useCallForm({
    schema: createTokenSchema.extend({ currentPassword: ownPassword(hasPassword) }),
    defaultValues: { name: '', scopes: [...tokenScopes], currentPassword: hasPassword ? '' : undefined },
    send: async (body) => {
      const { token, ...listed } = await callApi('createToken', { body })
      queryClient.setQueryData(tokensQuery.queryKey, (tokens = []) => [listed, ...tokens])
      onCreated({ token, ...listed })
    },
  })
  const { setFocus } = call.form
  useEffect(() => setFocus('name'), [setFocus])
  return (
    <Form
      call={call}
      aria-label="Create an API token"
      className="max-w-[26rem] space-y-5"
      actions={
        <>
          {needsFreshSignIn(call.error) ? <SignInAgain returnTo="#api-tokens" /> : null}
          <FormButtons sending="Creating..." onCancel={onClose}>
            Create token
          </FormButtons>
        </>
      }
    >
      <TextField name="name" label="Name" autoComplete="off" hint="Such as the program that will use it." />
      <ScopesField />
      {hasPassword ? <OwnPasswordField label="Current password" /> : null}
    </Form>
  )
}

export function TokensSection({ account, query }: { account: Account | undefined; query: UseQueryResult<ApiToken[]> }) {
  const { isOpen, open, close, opener } = useDisclosure()
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const mayCreate = account !== undefined && (account.hasPassword || account.signedInLately)
  const startOver = () => {
    setCreated(null)
    open()
  }
  const creation =
    created !== null ? (
      <div className="rounded-card border border-line bg-sunk p-5">
        <p className="font-medium">Copy “{created.name}” now</p>
        <p className="mt-0.5 text-sm text-ink-soft">We keep only a checksum of the token, so we can’t show it again.</p>
        <CopyField label="New token" value={created.token} copyLabel="Copy token" takesFocus />
        <Button look="plain" className="mt-4" onClick={close}>
          Done
        </Button>
      </div>
    ) : account !== undefined && mayCreate ? (
      <TokenForm account={account} onClose={close} onCreated={setCreated} />
    ) : (
      <SignInAgain returnTo="#api-tokens" onCancel={close} />
    )
  return (
    <Section
      id="api-tokens"
      title="API tokens"
      lead={
        <>
          Let your own programs read and create summaries{ofPlan(', within your plan')}. The{' '}
          <a href="/api/docs" className={textLinkStyle}>
            API documentation
          </a>{' '}
          lists every call.
        </>
      }
    >
      <QueryState
        query={query}
        failed="Your API tokens didn’t load"
        placeholder={
          <SkeletonGroup label="Loading your API tokens">
            <Skeleton className="h-10 w-32 pointer-coarse:h-11" />
          </SkeletonGroup>
        }
        className="py-0"
      >
        {(tokens) => (
          <>
            <TokenList tokens={tokens} />
            {isOpen && (created === null || tokens.some(({ id }) => id === created.id)) ? (
              creation
            ) : (
              <Button ref={opener} look="plain" disabled={account === undefined} onClick={startOver}>
                Create a token
              </Button>
            )}
          </>
        )}
      </QueryState>
    </Section>
  )
}
