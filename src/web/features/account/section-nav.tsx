import { useEffect, useState } from 'react'
import { type SectionId, sectionInView, sections } from './sections.ts'

function readSection(): SectionId {
  const { clientHeight, scrollHeight } = document.documentElement
  const tops = sections.map(({ id }) => document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? Infinity)
  const isAtEnd = window.scrollY + clientHeight >= scrollHeight - 2
  const edge = window.scrollY <= 0 ? 'start' : isAtEnd ? 'end' : null
  return (sections[sectionInView(tops, clientHeight, edge)] ?? sections[0]).id
}

/** The section that is being read, kept current. */
function useSectionInView(): SectionId {
  const [section, setSection] = useState<SectionId>(sections[0].id)
  useEffect(() => {
    const update = () => setSection(readSection())
    update()
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [])
  return section
}

/** The way to each section, beside them where there is room. */
export function SectionNav() {
  const current = useSectionInView()
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
