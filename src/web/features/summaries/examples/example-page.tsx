import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from 'wouter'
import { examples } from '../../../../shared/examples.ts'
import { pageTitles } from '../../../../shared/page-metadata.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { PageSpinner } from '../../../components/button.tsx'
import { Closing } from '../../../components/closing.tsx'
import { LoadFailure } from '../../../components/states.tsx'
import { useAuth } from '../../../lib/auth/auth-context.tsx'
import { useDocumentTitle } from '../../../lib/page/use-document-title.ts'
import { ReadingPage } from '../share/reading-page.tsx'
import { authorIn, authorNames, authors, examplePath } from './authors.ts'
import { loadExampleSummary } from './load-example.ts'

const linkStyle =
  'relative touch-target text-ink-soft underline decoration-line-strong underline-offset-3 hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:decoration-accent'

function Links({
  label,
  links,
}: {
  label: string
  links: readonly { href: string; name: string; isShown: boolean }[]
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-baseline gap-x-5 gap-y-2 text-sm">
      <span className="min-w-16 text-ink-soft">{label}</span>
      {links.map(({ href, name, isShown }) => (
        <Link key={href} href={href} aria-current={isShown ? 'page' : undefined} className={linkStyle}>
          {name}
        </Link>
      ))}
    </nav>
  )
}

const capitalized = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase())

/** The line on the summary's origin: that of the built-in engine says so itself. */
const byHand = ' We wrote the summary by hand, to show its form.'

export default function ExamplePage() {
  const [path] = useLocation()
  const author = authorIn(useSearch())
  const { user } = useAuth()
  const example = examples.find(({ page }) => path.startsWith(pagePaths[page])) ?? examples[0]
  const { page, kind } = example
  const { data, error } = useQuery({
    queryKey: ['example', page, author],
    queryFn: async () => loadExampleSummary(page, author),
  })
  useDocumentTitle(pageTitles[page])
  if (data === undefined) return error === null ? <PageSpinner /> : <LoadFailure className="wrap py-16" />
  return (
    <>
      <ReadingPage
        key={examplePath(page, author)}
        name={`Example: the summary of ${kind}`}
        summary={data}
        source={{ example: page }}
        above={
          <div className="max-w-[44.5rem] space-y-2 pointer-coarse:space-y-5.5 px-5 py-4 sm:px-(--pad) sm:pt-0 sm:pb-6 print:hidden">
            <Links
              label="Examples"
              links={examples.map((other) => ({
                href: examplePath(other.page, author),
                name: capitalized(other.kind),
                isShown: other === example,
              }))}
            />
            <Links
              label="Summary"
              links={authors.map((other) => ({
                href: examplePath(page, other),
                name: authorNames[other],
                isShown: other === author,
              }))}
            />
            <p className="text-[0.8125rem]/5 text-pretty text-ink-soft">
              {example.origin}
              {author === 'hand' ? byHand : null}
            </p>
          </div>
        }
      />
      {user === null ? <Closing /> : null}
    </>
  )
}
