import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, Share2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type Share, sharingCalls } from '../../../../shared/api/sharing-calls.ts'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { DialogActions, TitledDialog } from '../../../components/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { useCopy } from '../detail/copy-line.tsx'

const shareKey = (id: string) => [sharingCalls.getShare.path, id]

/** Creates, changes and deletes the public link of a summary. */
function useShare(id: string) {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: shareKey(id),
    queryFn: ({ signal }) => callApi(sharingCalls.getShare, { params: { id }, signal }),
  })
  const store = (share: Share | null) => client.setQueryData(shareKey(id), { share })
  const save = useMutation({
    mutationFn: async (includesSource: boolean) =>
      callApi(sharingCalls.putShare, { params: { id }, body: { includesSource } }),
    onSuccess: store,
  })
  const stop = useMutation({
    mutationFn: async () => callApi(sharingCalls.deleteShare, { params: { id } }),
    onSuccess: () => store(null),
  })
  return { share: data?.share, error, refetch, isFetching, save, stop }
}

interface IncludeSourceProps {
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

function IncludeSource({ checked, disabled, onChange }: IncludeSourceProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is the component inside
    <label className="mt-5 flex items-center gap-3">
      <Checkbox
        label="Include the text of the source"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span aria-hidden="true">
        Include the text of the source
        <span className="block text-sm text-ink-soft">Only if you may publish it.</span>
      </span>
    </label>
  )
}

/** @param props.isNew whether the link was just created, so that its copy button takes focus */
function LinkField({ url, isNew }: { url: string; isNew: boolean }) {
  const { copied, copy } = useCopy()
  const id = useId()
  const copyButton = useRef<HTMLButtonElement>(null)
  const [wasCreated] = useState(isNew)
  useEffect(() => {
    if (wasCreated) copyButton.current?.focus()
  }, [wasCreated])
  return (
    <div className="mt-5">
      <label htmlFor={id} className="text-sm font-medium">
        Link
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          id={id}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 rounded-control border border-line-strong bg-paper px-3 text-sm"
        />
        <Button ref={copyButton} onClick={() => void copy(url)}>
          {copied ? <Check /> : <Copy />}
          <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
        </Button>
      </div>
    </div>
  )
}

/** Content of the dialog once it is known whether the summary is shared. */
function ShareForm({ id }: { id: string }) {
  const { share, error, refetch, isFetching, save, stop } = useShare(id)
  const [withSource, setWithSource] = useState(false)
  const failure = save.error ?? stop.error
  const isPending = save.isPending || stop.isPending
  if (share === undefined) {
    return error === null ? (
      <SkeletonGroup label="Loading the link" className="mt-6">
        <Skeleton className="h-11 w-full" />
      </SkeletonGroup>
    ) : (
      <ErrorState title="The link couldn’t be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {reasonOf(error)}
      </ErrorState>
    )
  }
  return (
    <>
      {share === null ? null : <LinkField url={share.url} isNew={save.isSuccess} />}
      <IncludeSource
        checked={share === null ? withSource : share.includesSource}
        disabled={isPending}
        onChange={(checked) => (share === null ? setWithSource(checked) : save.mutate(checked))}
      />
      {failure === null ? null : (
        <p role="alert" className="mt-4 text-sm text-bad">
          {reasonOf(failure)}
        </p>
      )}
      <DialogActions>
        {share === null ? (
          <Button key="create" pending={save.isPending} onClick={() => save.mutate(withSource)}>
            Create link
          </Button>
        ) : (
          <Button key="stop" look="plain" pending={stop.isPending} onClick={() => stop.mutate()}>
            Stop sharing
          </Button>
        )}
      </DialogActions>
    </>
  )
}

/** Shares a summary by a public link that can be revoked. */
export function ShareButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)}>
        <Share2 className="max-sm:hidden" /> Share
      </Button>
      <TitledDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Share this summary"
        lead="Anyone with the link can read the summary and its citations. Search engines don’t list it, and you can stop sharing at any time."
      >
        <ShareForm id={id} />
      </TitledDialog>
    </>
  )
}
