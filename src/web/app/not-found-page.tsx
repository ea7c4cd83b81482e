import { Link } from 'wouter'
import { content } from '../../shared/content.ts'
import { notFoundTitle } from '../../shared/page-metadata.ts'
import { pagePaths } from '../../shared/paths.ts'
import { ButtonLink } from '../components/button.tsx'
import { textLinkStyle } from '../components/links.tsx'
import { useAuth } from '../lib/auth/auth-context.tsx'
import { useDocumentTitle } from '../lib/page/use-document-title.ts'

const linkStyle = `relative touch-target ${textLinkStyle}`

export default function NotFoundPage() {
  useDocumentTitle(notFoundTitle)
  const { user } = useAuth()
  return (
    <div className="wrap grid min-h-[calc(100dvh-8rem)] content-center py-16">
      <h1 className="text-[2.25rem] leading-[1.05] sm:text-[3.25rem] xl:text-[4rem]">
        <span className="shadow-[0_0.075em_0_var(--accent)]">404</span> Page Not Found
      </h1>
      <p className="mt-6 text-lg text-ink-soft">Did you forget to add the page to the router?</p>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
        <ButtonLink look="plain" href="/">
          Go home
        </ButtonLink>
        {user === null ? null : (
          <Link href={pagePaths.summaries} className={linkStyle}>
            Your summaries
          </Link>
        )}
        <a href={`mailto:${content.supportEmail}`} className={linkStyle}>
          Report a problem
        </a>
      </div>
    </div>
  )
}
