import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { cn } from '../lib/cn.ts'
import { useOfflineProps } from '../lib/page/use-online.ts'

/** A spinning ring. Decorative: the text beside it explains the wait. */
export const Spinner = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cn('animate-turn base:size-6', className)}>
    <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
    <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
)

export const PageSpinner = () => (
  <output aria-label="Loading" className="grid min-h-[calc(100dvh-8rem)] place-items-center text-accent">
    <Spinner className="size-7" />
  </output>
)

const buttonStyle = cva(
  [
    'relative inline-flex items-center justify-center gap-2 rounded-control border text-sm/none font-medium',
    'whitespace-nowrap no-underline transition-colors duration-150 select-none base:min-h-10',
    'print:hidden pointer-coarse:min-h-11 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  ],
  {
    variants: {
      look: {
        // Without the accent while it does nothing, since a pale accent is still the loudest thing on a screen.
        primary: [
          'border-transparent bg-accent text-on-accent base:px-4.5 hover:not-disabled:not-aria-disabled:bg-accent-strong',
          'disabled:border-line disabled:bg-sunk disabled:text-ink-soft data-offline:border-line data-offline:bg-sunk',
          'data-offline:text-ink-soft data-offline:opacity-100',
        ],
        plain:
          'border-line bg-transparent text-ink base:px-4.5 hover:not-disabled:border-line-strong disabled:opacity-55',
        text: 'border-transparent bg-transparent text-ink-soft base:px-[0.4375rem] hover:not-disabled:text-ink disabled:opacity-55',
        destructive: 'border-bad/40 bg-bad-wash text-bad base:px-4.5 hover:not-disabled:border-bad disabled:opacity-55',
      },
      wide: { true: 'w-full' },
    },
    defaultVariants: { look: 'primary' },
  },
)

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyle> {
  /** Styles the only child, such as a link. */
  asChild?: boolean
  /** Shows a spinner and ignores clicks. Unlike a disabled button, it keeps focus. */
  pending?: boolean
  /** Turns it off while the browser is offline. */
  needsConnection?: boolean
}

/** A button in one of four looks. A screen has one primary action. */
export function Button(props: ButtonProps) {
  const { look, wide, asChild, pending = false, needsConnection = false, className, children, ...rest } = props
  const offline = useOfflineProps(needsConnection)
  const style = cn(buttonStyle({ look, wide }), className)
  if (asChild) {
    return (
      <Slot.Root className={style} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      className={style}
      {...rest}
      {...offline}
      {...(pending ? { 'aria-disabled': true, onClick: (event) => event.preventDefault() } : {})}
    >
      {pending ? <Spinner className="size-4" /> : null}
      {children}
    </button>
  )
}

interface ButtonLinkProps extends VariantProps<typeof buttonStyle> {
  href: string
  replace?: boolean
  /** State of the history entry. */
  state?: object
  className?: string
  children: ReactNode
}

/** A link to a screen, in the look of a button. */
export function ButtonLink({ look, wide, className, ...rest }: ButtonLinkProps) {
  return <Link className={cn(buttonStyle({ look, wide }), className)} {...rest} />
}

const iconButtonStyle = cn(
  'touch-target inline-flex items-center justify-center rounded-control duration-150 base:relative base:size-9',
  'base:text-ink-soft base:transition-colors hover:bg-sunk hover:text-ink aria-pressed:bg-sunk',
  'aria-pressed:text-ink data-[state=open]:bg-sunk aria-disabled:opacity-40 aria-disabled:hover:bg-transparent [&_svg]:size-4.5',
)

interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name and tooltip. */
  label: string
  asChild?: boolean
  /** Turns it off while the browser is offline. */
  needsConnection?: boolean
}

export function IconButton({ label, asChild, needsConnection = false, className, ...rest }: IconButtonProps) {
  const offline = useOfflineProps(needsConnection)
  const Root = asChild ? Slot.Root : 'button'
  const type = asChild ? undefined : 'button'
  const style = cn(iconButtonStyle, className)
  return <Root type={type} aria-label={label} title={label} className={style} {...rest} {...offline} />
}
