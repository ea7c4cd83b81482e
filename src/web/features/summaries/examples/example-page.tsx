import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { type Example, examples } from '../../../../shared/examples.ts'
import { pageTitles } from '../../../../shared/page-metadata.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { PageSpinner } from '../../../components/button.tsx'
import { Closing } from '../../../components/closing.tsx'
import { LoadFailure } from '../../../components/states.tsx'
import { useAuth } from '../../../lib/auth/auth-context.tsx'
import { useDocumentTitle } from '../../../lib/page/use-document-title.ts'
import { ReadingPage } from '../share/reading-page.tsx'
import { loadExampleSummary } from './load-example.ts'

const ExampleLinks = ({ shown }: { shown: Example }) => (
  <nav aria-label="Examples" className="flex flex-wrap items-baseline gap-x-5 gap-y-2 text-sm">
    <span className="text-ink-soft">Examples</span>
    {examples.map(({ page, kind }) => (
      <Link
        key={page}
        href={pagePaths[page]}
        aria-current={page === shown.page ? 'page' : undefined}
        className="relative touch-target text-ink-soft underline decoration-line-strong underline-offset-3 hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:decoration-accent"
      >
        {kind.replace(/^./u, (letter) => letter.toUpperCase())}
      </Link>
    ))}
  </nav>
)

export default function ExamplePage() {
  const [path] = useLocation()
  const { user } = useAuth()
  const example = examples.find(({ page }) => path.startsWith(pagePaths[page])) ?? examples[0]
  const { page, kind } = example
  const { data, error } = useQuery({ queryKey: ['example', page], queryFn: async () => loadExampleSummary(page) })
  useDocumentTitle(pageTitles[page])
  if (data === undefined) return error === null ? <PageSpinner /> : <LoadFailure className="wrap py-16" />
  return (
    <>
      <ReadingPage
        key={page}
        name={`Example: the summary of ${kind}`}
        summary={data}
        source={{ example: page }}
        beginsOpen
        above={
          <div className="max-w-[44.5rem] space-y-2 px-5 py-4 sm:px-14">
            <ExampleLinks shown={example} />
            <p className="text-[0.8125rem]/5 text-pretty text-ink-soft">{example.origin}</p>
          </div>
        }
      />
      {user === null ? <Closing /> : null}
    </>
  )
}
