import { SelectMenu } from '../../components/select-menu.tsx'
import type { ListType } from './api/list-summaries.ts'

const options: readonly { value: ListType; label: string }[] = [
  { value: 'all', label: 'All Types' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'article', label: 'Articles' },
]

/** Narrows a list to one type of source. */
export function TypeFilter({ value, onChange }: { value: ListType; onChange: (type: ListType) => void }) {
  return <SelectMenu label="Type" value={value} options={options} onChange={onChange} />
}
