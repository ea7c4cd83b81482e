import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'

const target = `${pagePaths.privacyPolicy}#cookies`
const style = 'text-ink underline decoration-line-strong underline-offset-3 hover:decoration-ink'

interface PolicyLinkProps {
  onClick?: () => void
  children: ReactNode
}

/** Leads to what the privacy policy says of cookies. On that page itself the browser does it, each time it is asked. */
export function PolicyLink({ onClick, children }: PolicyLinkProps) {
  const [path] = useLocation()
  const Tag = path === pagePaths.privacyPolicy ? 'a' : Link
  return (
    <Tag href={target} onClick={onClick} className={style}>
      {children}
    </Tag>
  )
}
