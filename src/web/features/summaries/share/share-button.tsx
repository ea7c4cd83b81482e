import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { routes } from '../../../../shared/api/routes.ts'
import type { Share } from '../../../../shared/api/sharing-calls.ts'
import { Button } from '../../../components/button.tsx'
import { LabeledCheckbox } from '../../../components/form/checkbox.tsx'
import { CopyField } from '../../../components/form/copy-field.tsx'
import { DialogActions, OfflineLine, TitledDialog } from '../../../components/overlay/dialog.tsx'
import { ErrorState, Skeleton, SkeletonGroup } from '../../../components/states.tsx'
import { callApi, reasonOf } from '../../../lib/api/client.ts'

const shareKey = (id: string) => [routes.getShare.path, id]

/** Content of the dialog: creates, changes and deletes the public link. */
function ShareForm({ id }: { id: string }) {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: shareKey(id),
    queryFn: ({ signal }) => callApi('getShare', { params: { id }, signal }),
  })
  const store = (share: Share | null) => client.setQueryData(shareKey(id), { share })
  const save = useMutation({
    mutationFn: async (includesSource: boolean) => callApi('putShare', { params: { id }, body: { includesSource } }),
    onSuccess: store,
  })
  const stop = useMutation({
    mutationFn: async () => callApi('deleteShare', { params: { id } }),
    onSuccess: () => store(null),
  })
  const share = data?.share
  const [withSource, setWithSource] = useState(false)
  const failure = save.error ?? stop.error
  const isPending = save.isPending || stop.isPending
  if (share === undefined) {
    return error === null ? (
      <SkeletonGroup label="Loading the link" className="mt-6">
        <Skeleton className="h-11 w-full" />
      </SkeletonGroup>
    ) : (
      <ErrorState title="The link didn’t load" onRetry={() => void refetch()} retrying={isFetching}>
        {reasonOf(error)}
      </ErrorState>
    )
  }
  return (
    <>
      {share === null ? null : (
        <CopyField label="Link" value={share.url} copyLabel="Copy link" takesFocus={save.isSuccess} />
      )}
      <LabeledCheckbox
        label="Include the text of the source"
        hint="Only if you have the right to publish it."
        className="mt-5"
        checked={share === null ? withSource : share.includesSource}
        disabled={isPending}
        onChange={({ target: { checked } }) => (share === null ? setWithSource(checked) : save.mutate(checked))}
      />
      {failure === null ? null : (
        <p role="alert" className="mt-4 text-sm text-bad">
          {reasonOf(failure)}
        </p>
      )}
      <OfflineLine />
      <DialogActions>
        {share === null ? (
          <Button key="create" pending={save.isPending} needsConnection onClick={() => save.mutate(withSource)}>
            Create link
          </Button>
        ) : (
          <Button key="stop" look="plain" pending={stop.isPending} needsConnection onClick={() => stop.mutate()}>
            Stop sharing
          </Button>
        )}
      </DialogActions>
    </>
  )
}

export function ShareButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" needsConnection onClick={() => setOpen(true)}>
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
