import { Slot } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import type { UploadGroup } from '../../../shared/formats.ts'
import { uploadGroups } from '../../../shared/uploads.ts'

interface FileInputProps {
  group: UploadGroup
  onFiles: (files: readonly File[]) => void
  /** The button that opens the picker. */
  children: ReactNode
}

/** Makes a button open the picker for a file of a group. */
export function FileInput({ group, onFiles, children }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const take: ComponentProps<'input'>['onChange'] = ({ currentTarget }) => {
    onFiles([...(currentTarget.files ?? [])])
    // The same file can be picked again.
    currentTarget.value = ''
  }
  return (
    <>
      <input ref={input} type="file" hidden accept={uploadGroups[group].extensions.join(',')} onChange={take} />
      <Slot.Root onClick={() => input.current?.click()}>{children}</Slot.Root>
    </>
  )
}
