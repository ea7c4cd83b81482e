import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

const badgeStyle = cva(
  'inline-flex items-center rounded-full border px-2 py-1 text-[0.71875rem]/none font-medium whitespace-nowrap tabular-nums',
  {
    variants: {
      tone: {
        plain: 'border-line text-ink-soft',
        secondary: 'border-transparent bg-sunk text-ink',
        accent: 'border-transparent bg-wash text-accent',
        bad: 'border-transparent bg-bad-wash text-bad',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)

export const Badge = ({ tone, className, ...rest }: ComponentProps<'span'> & VariantProps<typeof badgeStyle>) => (
  <span className={cn(badgeStyle({ tone }), className)} {...rest} />
)
