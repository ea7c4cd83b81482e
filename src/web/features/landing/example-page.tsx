import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { examples } from '../../../shared/examples.ts'
import { chipStyle, passageStyle } from '../../components/citation-chip.tsx'
import { cn } from '../../lib/cn.ts'
import { useSite } from '../../lib/site.ts'
import { authorNames, type ExampleAuthor, examplePath } from '../summaries/examples/authors.ts'
import builtIn from '../summaries/examples/report-built-in.json' with { type: 'json' }
import hand from '../summaries/examples/report-summary.json' with { type: 'json' }

const [, example] = examples
/** As many as fit beside the headline. */
const TAKEAWAYS = 3

interface Line {
  label?: string
  text: string
  citations: readonly { label: string; excerpt: string; location: { page: number } }[]
}

/** A line with its citation chip and passage. Plain HTML and CSS: the landing page runs no React. */
function CitedText({ text, citations, href }: Line & { href: string }) {
  const [first] = citations
  if (first === undefined) return text
  const name = `Page ${first.location.page}`
  const end = text.lastIndexOf(' ') + 1
  return (
    <>
      {text.slice(0, end)}
      <span className="whitespace-nowrap">
        {text.slice(end)}{' '}
        <Link href={href} className={cn(chipStyle, 'peer')} aria-label={`${first.label}: open the source at ${name}`}>
          {first.label}
        </Link>
        <span
          className={cn(
            passageStyle,
            'absolute inset-x-0 top-full hidden w-auto max-w-none peer-focus-visible:block pointer-fine:peer-hover:block',
          )}
        >
          <span className="block font-serif text-base leading-normal">{first.excerpt}</span>
          <span className="mt-2.5 block text-xs text-ink-soft">{name}. Click to open the source</span>
        </span>
      </span>
    </>
  )
}

interface VersionProps {
  author: ExampleAuthor
  gist: Line
  takeaways: readonly Line[]
  summary: readonly Line[]
  note: string
  /** Shows it while its choice is selected. Both take the same space, so that the page doesn't move. */
  className: string
}

function Version({ author, gist, takeaways, summary, note, className }: VersionProps) {
  const href = examplePath(example.page, author)
  // The summary's beginning takes the space of missing takeaways.
  const [beginning] = takeaways.length < TAKEAWAYS ? summary : []
  return (
    <div className={cn('invisible col-start-1 row-start-1 flex flex-col', className)}>
      <p className="relative font-serif text-xl/7 font-medium text-pretty [word-spacing:0.05em]">
        <CitedText {...gist} href={href} />
      </p>
      <ol className="mt-5 border-t border-line">
        {takeaways.slice(0, TAKEAWAYS).map(({ label = '', text, citations }, index) => (
          <li
            key={text}
            className="grid grid-cols-[2rem_1fr] items-baseline border-b border-line py-3 text-[0.96875rem] leading-6"
          >
            <span aria-hidden="true" className="font-serif text-[1.0625rem] font-medium text-accent">
              {index + 1}
            </span>
            <span className="relative">
              {label === '' ? null : <b className="font-semibold">{label}: </b>}
              <CitedText text={text} citations={citations} href={href} />
            </span>
          </li>
        ))}
      </ol>
      {beginning === undefined ? null : (
        <p className="relative mt-4 text-[0.96875rem] leading-6 text-pretty">
          <CitedText {...beginning} href={href} />
        </p>
      )}
      <div className="mt-auto pt-5 text-[0.8125rem]/5 text-pretty text-ink-soft">
        <p>{note}</p>
        <p className="mt-2">
          <Link
            href={href}
            className="relative touch-target inline-flex items-center gap-1.5 underline decoration-line-strong underline-offset-3 hover:text-ink hover:decoration-ink"
          >
            Read the whole page beside the report
            <ArrowRight aria-hidden="true" className="size-3.5" />
          </Link>
        </p>
      </div>
    </div>
  )
}

const Choice = ({ author, isChosen }: { author: ExampleAuthor; isChosen: boolean }) => (
  <label className="relative touch-target cursor-pointer border-b border-transparent pb-0.5 text-ink-soft hover:text-ink has-checked:border-accent has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-ink">
    <input type="radio" name="example" value={author} defaultChecked={isChosen} className="sr-only" />
    {authorNames[author]}
  </label>
)

/** The same source twice: as we wrote it, and as the built-in engine does. The one like this server's comes first. */
export function ExamplePage() {
  const { models } = useSite()
  const chosen = models === null ? 'builtIn' : 'hand'
  const ours = models === null ? 'made by the built-in engine' : `written by ${models}`
  const here = `Summaries on this server are ${ours}.`
  return (
    <article className="group/example rounded-card border border-line bg-raised px-5.5 pt-7 pb-6 shadow-page sm:px-10 sm:pt-9.5 sm:pb-7">
      <p className="eyebrow">Report</p>
      <h2 className="mt-3 text-[1.8125rem] leading-[1.16] text-balance">{example.title}</h2>
      <p className="mt-2.5 text-[0.8125rem] text-ink-soft tabular-nums">
        {hand.author}, {example.length}, made up for this example
      </p>
      <fieldset className="mt-5 flex flex-wrap items-baseline gap-x-5 gap-y-2 border-t border-line pt-4 text-sm">
        <legend className="sr-only">Who wrote the summary</legend>
        <Choice author="hand" isChosen={chosen === 'hand'} />
        <Choice author="builtIn" isChosen={chosen === 'builtIn'} />
      </fieldset>
      <div className="mt-5 grid">
        <Version
          author="hand"
          gist={hand.page.gist}
          takeaways={hand.page.takeaways}
          summary={hand.page.summary}
          note={`We wrote this summary by hand. ${here}`}
          className="group-has-[[value=hand]:checked]/example:visible"
        />
        <Version
          author="builtIn"
          gist={builtIn.page.gist}
          takeaways={builtIn.page.takeaways}
          summary={builtIn.page.summary}
          note={`Passages of the source, chosen without a language model. ${models === null ? 'Summaries on this server are made like this.' : here}`}
          className="group-has-[[value=builtIn]:checked]/example:visible"
        />
      </div>
    </article>
  )
}
