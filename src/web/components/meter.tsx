import { cn } from '../lib/cn.ts'

interface MeterProps {
  label: string
  /** From 0 to 1; null while unknown. */
  value: number | null
  kind?: 'progress' | 'meter'
  className?: string
}

export function Meter({ label, value, kind = 'meter', className }: MeterProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      role={kind === 'meter' ? 'meter' : 'progressbar'}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className={cn('h-1 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={cn(
          'h-full rounded-full bg-accent transition-[width] duration-180 ease-out',
          percent === null && 'animate-breathe',
        )}
        style={{ width: percent === null ? '100%' : `${percent}%` }}
      />
    </div>
  )
}
