import { useQuery } from '@tanstack/react-query'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { LoadFailure } from '../../components/states.tsx'
import { cn } from '../../lib/cn.ts'
import { useSectionInView, useSectionOfAddress } from '../../lib/page/section-in-view.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { useOnline } from '../../lib/page/use-online.ts'
import { accountQuery, sessionsQuery, signInOptionsQuery, tokensQuery } from '../../lib/queries.ts'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { sections } from './section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { TokensSection } from './tokens-section.tsx'

function SectionNav() {
  const current = useSectionInView(sections)
  return (
    <nav aria-label="Sections" className="sticky top-26 hidden self-start lg:block">
      <ul className="border-l border-line">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="-ml-px block border-l border-transparent py-1.5 pl-4.5 pointer-coarse:py-3 text-sm text-ink-soft no-underline transition-colors duration-150 hover:text-ink aria-[current=location]:border-ink aria-[current=location]:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export default function AccountPage() {
  useDocumentTitle(pageTitles.account)
  const query = useQuery(accountQuery)
  const { data: account } = query
  const isOnline = useOnline()
  const sessions = useQuery(sessionsQuery)
  const tokens = useQuery(tokensQuery)
  const { isPending } = useQuery(signInOptionsQuery)
  useSectionOfAddress(!query.isPending && !sessions.isPending && !tokens.isPending)
  return (
    <div className="wrap pt-9 pb-20 md:pt-12">
      <h1 className="text-[2rem] leading-tight md:text-[2.375rem]">Account</h1>
      {account === undefined && !isOnline ? (
        <LoadFailure className="mt-8 md:mt-10" />
      ) : (
        <div className="mt-8 grid gap-x-20 md:mt-10 lg:grid-cols-[11rem_minmax(0,41rem)]">
          <SectionNav />
          {/* Hidden until the sign-in options load, since they change the heights of the sections. */}
          <div className={cn('min-w-0 max-w-[41rem]', isPending && '*:not-first:invisible')}>
            <ProfileSection />
            <EmailSection account={account} />
            <SignInSection query={query} />
            <SessionsSection />
            <TokensSection account={account} query={tokens} />
            <DataSection />
            <DeleteSection account={account} />
          </div>
        </div>
      )}
    </div>
  )
}
