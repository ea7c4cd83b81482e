import { type ComponentProps, type ComponentType, createContext, type KeyboardEvent, type ReactNode, use } from 'react'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Takes focus when the dialog opens, in place of its first control. */
  onOpenAutoFocus?: (event: Event) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  className?: string
  children: ReactNode
}

/** What a dialog hands to what stands in it: its parts come with the dialog itself. */
export interface DialogParts {
  Title: ComponentType<ComponentProps<'h2'>>
  Close: ComponentType<{ asChild: boolean; children: ReactNode }>
}

export const DialogPartsContext = createContext<DialogParts | null>(null)

/** The parts of the dialog one is in. Throws outside a dialog. */
export function useDialogParts(): DialogParts {
  const parts = use(DialogPartsContext)
  if (parts === null) throw new Error('The parts of a dialog must be used within one.')
  return parts
}
