import { useSectionInView } from '../../lib/section-in-view.ts'
import { sections } from './sections.ts'

/** The way to each section, beside them where there is room. */
export function SectionNav() {
  const current = useSectionInView(sections)
  return (
    <nav aria-label="Sections" className="sticky top-26 hidden self-start lg:block">
      <ul className="border-l border-line">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="-ml-px block border-l border-transparent py-1.5 pl-4.5 text-sm text-ink-soft no-underline transition-colors duration-150 hover:text-ink aria-[current=location]:border-ink aria-[current=location]:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
