import type { PageMetadata } from '../metadata/metadata.ts'
import type { Page, TextBlock } from '../page.ts'
import { findContainer, isWithin } from './container.ts'
import { dropAfterHome } from './flow.ts'
import { weighPage } from './mass.ts'
import { isTitle, pruneBlocks } from './prune.ts'
import { findStandfirst } from './standfirst.ts'

/** The heading, or failing that the line, that repeats the page's title. */
function titleBlock(page: Page, title: string): TextBlock | null {
  const same = page.blocks.filter((block) => isTitle(block.text, title))
  const heading = same.find((block) => block.type === 'heading') ?? same[0]
  return heading ?? page.blocks.find((block) => block.type === 'heading' && block.level === 1) ?? null
}

export interface SelectedBody {
  /** The blocks that are the article, in reading order. */
  blocks: TextBlock[]
  /** The blocks that might be: without the comments of readers and requests for consent. */
  candidates: TextBlock[]
}

/** Selects the blocks of a page that are its article. */
export function selectBody(page: Page, metadata: PageMetadata): SelectedBody {
  const { title, url } = metadata
  const heading = titleBlock(page, title)
  const weighed = weighPage(page, heading, url)
  const container = findContainer(weighed, heading)
  const inside = page.blocks.filter((block) => isWithin(block.scope, container) && weighed.noiseOf(block) === null)
  const text = pruneBlocks(dropAfterHome(inside, container), title, url)
  const standfirst = findStandfirst(page, heading, text)
  return {
    blocks: standfirst === null ? text : [{ ...standfirst, type: 'paragraph', level: undefined }, ...text],
    candidates: page.blocks.filter((block) => !weighed.said.has(block.index)),
  }
}
