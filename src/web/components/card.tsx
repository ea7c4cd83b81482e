import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A sheet a shade lighter than the page, inside a hairline. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('rounded-card border border-line bg-raised', className)} {...rest} />
}
