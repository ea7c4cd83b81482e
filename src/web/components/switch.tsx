import { Switch as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'

/** Turns one thing on or off. Whoever shows it labels it. */
export function Switch(props: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className="relative touch-target inline-flex h-6 w-10.5 shrink-0 items-center rounded-full border border-line-strong bg-sunk p-0.5 transition-colors duration-150 enabled:data-[state=checked]:border-accent enabled:data-[state=checked]:bg-accent disabled:cursor-not-allowed disabled:data-[state=checked]:bg-line-strong"
      {...props}
    >
      <Radix.Thumb className="block size-4.5 rounded-full bg-line-strong transition-transform duration-150 data-[state=checked]:translate-x-4.5 not-data-disabled:data-[state=checked]:bg-on-accent data-disabled:data-[state=checked]:bg-paper" />
    </Radix.Root>
  )
}
