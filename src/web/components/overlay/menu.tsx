import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { useOfflineProps } from '../../lib/page/use-online.ts'

/** A menu that is not modal, so that the page behind it stays accessible and doesn't move. */
export const Root = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />
export const Trigger = Radix.Trigger
/** For menus in rows that are painted only when they are in view, which clip what is in them. */
export const Portal = Radix.Portal
export const RadioGroup = Radix.RadioGroup

const itemStyle =
  'relative flex min-h-9 cursor-default items-center gap-2.5 rounded-chip px-2.5 text-sm no-underline outline-none select-none data-[highlighted]:bg-sunk aria-disabled:opacity-55 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:text-ink-soft'

export const Content = ({ className, ...rest }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Content
    sideOffset={6}
    align="end"
    // Clear of the navigation at the foot of phones.
    collisionPadding={{ top: 12, right: 12, bottom: 68, left: 12 }}
    className={cn(
      'z-50 animate-drop rounded-card border border-line bg-raised p-1.5 text-ink shadow-float base:min-w-48 focus-visible:outline-none',
      className,
    )}
    {...rest}
  />
)

interface ItemProps extends ComponentProps<typeof Radix.Item> {
  /** Turns it off while the browser is offline. */
  needsConnection?: boolean
}

export function Item({ className, needsConnection = false, onSelect, ...rest }: ItemProps) {
  const { onClick: ignore, ...offline } = useOfflineProps(needsConnection)
  return <Radix.Item className={cn(itemStyle, className)} {...rest} {...offline} onSelect={ignore ?? onSelect} />
}

interface CheckboxItemProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  children: ReactNode
}

export const RadioItem = ({ value, children }: { value: string; children: ReactNode }) => (
  <Radix.RadioItem value={value} className={cn(itemStyle, 'pr-8')}>
    {children}
    <Radix.ItemIndicator className="absolute right-2.5">
      <Check />
    </Radix.ItemIndicator>
  </Radix.RadioItem>
)

/** An option that stays on or off; the menu stays open. */
export const CheckboxItem = ({ checked, onCheckedChange, children }: CheckboxItemProps) => (
  <Radix.CheckboxItem
    checked={checked}
    onCheckedChange={onCheckedChange}
    onSelect={(event) => event.preventDefault()}
    className={cn(itemStyle, 'pr-8')}
  >
    {children}
    <Radix.ItemIndicator className="absolute right-2.5">
      <Check />
    </Radix.ItemIndicator>
  </Radix.CheckboxItem>
)

export const Label = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2.5 pt-2 pb-1 text-xs text-ink-soft">{children}</Radix.Label>
)

export const Rule = () => <Radix.Separator className="my-1.5 h-px bg-line" />
