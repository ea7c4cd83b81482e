import type { Block } from '../../shared/document.ts'
import type { SourceText } from './source-index.ts'

/** The blocks that ids name, in the document's order: ids that it does not have are dropped, repeats as well. */
export function knownBlocks({ blocks, blockAt }: SourceText, ids: readonly string[]): Block[] {
  const positions = new Set(ids.map((id) => blockAt.get(id)).filter((position) => position !== undefined))
  return [...positions].sort((one, other) => one - other).flatMap((position) => blocks[position] ?? [])
}
