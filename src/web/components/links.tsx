import { content } from '../../shared/content.ts'
import { cn } from '../lib/cn.ts'

export const textLinkStyle = 'text-ink underline decoration-line-strong underline-offset-3 hover:decoration-ink'

export function SupportLink({ subject, className }: { subject?: string; className?: string }) {
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`
  return (
    <a href={`mailto:${content.supportEmail}${query}`} className={cn(className ?? textLinkStyle)}>
      {content.supportEmail}
    </a>
  )
}
