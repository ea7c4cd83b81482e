import { Link } from 'wouter'
import { examples } from '../../../shared/examples.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { Summary } from '../../../shared/summary/summary.ts'
import { WordSelect } from '../../components/form/word-select.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../components/states.tsx'
import { cn } from '../../lib/cn.ts'
import type { ListType, RecentType } from './api/summaries.ts'
import { rowFacts } from './describe.ts'

export function RowSkeletons({ count, layout = 'row' }: { count: number; layout?: 'row' | 'card' }) {
  const card = layout === 'card'
  return (
    <SkeletonGroup label="Loading summaries" className={cn(card && 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3')}>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={`row-${index}`}
          className={card ? 'rounded-card border border-line bg-raised p-5.5' : 'border-b border-line py-5'}
        >
          {/* On phones, rows begin with type and date, and have more lines. */}
          {card ? null : <Skeleton className="mb-3 h-3.5 w-1/3 sm:hidden" />}
          <Skeleton className={card ? 'h-5 w-4/5' : 'h-5 w-4/5 sm:w-2/5'} />
          <SkeletonText lines={card ? 3 : 2} className={cn('mt-3.5 max-w-[34rem]', card || 'sm:*:h-3')} />
          {card ? null : <Skeleton className="mt-5 h-3.5 w-3/5 sm:mt-3 sm:h-3 sm:w-1/4" />}
        </div>
      ))}
    </SkeletonGroup>
  )
}

type Option<T> = Readonly<{ value: T; label: string }>

export const recentTypeOptions: readonly Option<RecentType>[] = [
  { value: 'all', label: 'All Types' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'article', label: 'Articles' },
]

export const listTypeOptions: readonly Option<ListType>[] = [
  ...recentTypeOptions,
  { value: 'text', label: 'Texts' },
  { value: 'document', label: 'Documents' },
  { value: 'epub', label: 'E\u2011books' },
]

interface TypeFilterProps<T extends string> {
  value: T
  options: readonly Option<T>[]
  onChange: (type: T) => void
}

export function TypeFilter<T extends string>(props: TypeFilterProps<T>) {
  return <WordSelect label="Type" hideLabel {...props} className="text-sm text-ink-soft" />
}

/** The facts users know a source by: WIRED · Opinion · Molly Wood · 6 min read. A dot that begins a line is cut off. */
export const Facts = ({ summary }: { summary: Summary }) => (
  <ul className="mt-1.5 -ml-3.5 unsnapped flex min-w-0 flex-wrap text-[0.8125rem]/5 text-ink-soft tabular-nums [clip-path:inset(0_0_0_0.875rem)]">
    {rowFacts(summary).map((fact) => (
      <li key={fact} className="relative pl-3.5 before:absolute before:left-1.25 before:content-['·'/'']">
        <bdi>{fact}</bdi>
      </li>
    ))}
  </ul>
)

export function ExampleCard() {
  const [{ page, title, length }] = examples
  return (
    <article className="group relative rounded-card border border-line bg-raised p-5 transition-[border-color] duration-150 hover:border-line-strong">
      <p className="text-[0.8125rem] text-ink-soft">Example · {length} video</p>
      <p className="mt-1.5 font-serif text-[1.21875rem] leading-[1.25] font-medium [word-spacing:var(--title-space)]">
        <Link
          href={pagePaths[page]}
          className="covering-link after:inset-0 after:rounded-card focus-visible:after:outline-offset-2"
        >
          {title}
        </Link>
      </p>
      <p className="mt-1 text-sm text-ink-soft">See its summary. Every citation opens the transcript beside it.</p>
    </article>
  )
}
