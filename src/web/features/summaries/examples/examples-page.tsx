import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { examples } from '../../../../shared/examples.ts'
import { pageTitles } from '../../../../shared/page-metadata.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { Closing } from '../../../components/closing.tsx'
import { useAuth } from '../../../lib/auth/auth-context.tsx'
import { useDocumentTitle } from '../../../lib/page/use-document-title.ts'

/** The examples, each with its gist and where it comes from. */
export default function ExamplesPage() {
  useDocumentTitle(pageTitles.examples)
  const { user } = useAuth()
  return (
    <>
      <div className="wrap pt-9 pb-16 md:pt-14">
        <h1 className="text-[2rem] leading-tight md:text-[2.375rem]">{pageTitles.examples}</h1>
        <p className="mt-3 text-ink-soft">
          Whole summaries beside their sources. Each citation opens the passage it rests on.
        </p>
        <ul className="mt-8 border-t border-line">
          {examples.map(({ page, kind, title, length, gist, origin }) => (
            <li
              key={page}
              className="group relative grid gap-x-10 border-b border-line py-6 md:grid-cols-[10rem_minmax(0,1fr)_auto] md:py-8"
            >
              <p className="text-[0.8125rem] text-ink-soft first-letter:uppercase md:pt-2">
                {kind} · {length}
              </p>
              <div>
                <h2 className="text-[1.5rem] leading-[1.25] max-md:mt-1.5">
                  <Link href={pagePaths[page]} className="covering-link">
                    {title}
                  </Link>
                </h2>
                <p className="mt-1.5 max-w-[68ch] text-pretty md:text-balance">{gist}</p>
                <p className="mt-2 text-[0.8125rem] text-ink-soft">{origin}</p>
              </div>
              <span
                aria-hidden="true"
                className="inline-flex items-center gap-1.5 text-sm text-accent max-md:mt-2 md:self-center"
              >
                Read it <ArrowRight className="size-3.5" />
              </span>
            </li>
          ))}
        </ul>
      </div>
      {user === null ? <Closing /> : null}
    </>
  )
}
