import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export const Tabs = Radix.Root

/** The content of a tab. Its controls take focus, but the panel is not a tab stop. */
export const TabPanel = (props: ComponentProps<typeof Radix.Content>) => <Radix.Content tabIndex={-1} {...props} />

export const TabList = ({ className, ...rest }: ComponentProps<typeof Radix.List>) => (
  <Radix.List
    className={cn('flex gap-6 overflow-x-auto border-b border-line text-[0.90625rem]', className)}
    {...rest}
  />
)

/** A tab. Radix focuses it by script on a mouse press, for which browsers would show the ring that is for keys. */
export const Tab = ({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger
    onMouseDown={({ currentTarget }) => currentTarget.setAttribute('data-pressed', '')}
    onKeyDown={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
    onBlur={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
    className={cn(
      'relative -mx-2.5 flex items-center rounded-control gap-2 px-2.5 pt-4 pb-3.75 whitespace-nowrap text-ink-soft',
      'transition-colors duration-150 after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 hover:text-ink',
      'focus-visible:-outline-offset-4 data-pressed:outline-none! data-[state=active]:text-ink data-[state=active]:after:bg-accent',
      className,
    )}
    {...rest}
  />
)
