import { Slot } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import type { UploadTab } from '../../../shared/formats.ts'
import { extensionsOfTab } from './tab-files.ts'

interface FileInputProps {
  group: UploadTab
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

/** Makes a button open the file picker. */
export function FileInput({ group, onFiles, children }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const take: ComponentProps<'input'>['onChange'] = ({ currentTarget }) => {
    onFiles([...(currentTarget.files ?? [])])
    // Otherwise the same file couldn't be picked again.
    currentTarget.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={group === 'document'}
        accept={extensionsOfTab(group).join(',')}
        onChange={take}
      />
      <Slot.Root onClick={() => input.current?.click()}>{children}</Slot.Root>
    </>
  )
}
