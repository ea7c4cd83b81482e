// Some screen readers don't treat rows that are laid out as grids as rows, so the table names the roles of its parts.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { Check, Minus } from 'lucide-react'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { cn } from '../../lib/cn.ts'
import { facts } from '../../lib/plans/plan-facts.ts'

function Value({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return value
  const Icon = value ? Check : Minus
  return (
    <>
      <Icon aria-hidden="true" className={cn('inline size-4.5', value ? 'text-good' : 'text-ink-soft/70')} />
      <span className="sr-only">{value ? 'Yes' : 'No'}</span>
    </>
  )
}

/** Comparison of the plans. On small screens a feature is above its values, so nothing scrolls sideways. */
export function ComparisonTable({ catalogue: { plans } }: { catalogue: PlanCatalogue }) {
  // Only applies to rows with a grid layout, on small screens.
  const columns = { gridTemplateColumns: `repeat(${plans.length}, minmax(0, 1fr))` }
  return (
    <table
      role="table"
      aria-labelledby="comparison"
      className="mt-5 w-full table-fixed border-collapse text-left text-sm max-md:block"
    >
      <thead role="rowgroup" className="max-md:sticky max-md:top-16 max-md:z-10 max-md:block max-md:bg-paper">
        <tr role="row" style={columns} className="border-b border-line-strong/60 max-md:grid">
          <th role="columnheader" scope="col" className="max-md:sr-only md:w-[34%]">
            <span className="sr-only">What’s included</span>
          </th>
          {plans.map(({ id, name }) => (
            <th key={id} role="columnheader" scope="col" className="py-3 pr-1 font-medium md:pr-4">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {facts.map(({ label, detail, value }) => (
          <tr key={label} role="row" style={columns} className="border-b border-line max-md:grid max-md:py-3">
            <th
              role="rowheader"
              scope="row"
              className="font-normal text-ink-soft max-md:col-span-full max-md:pb-1.5 md:py-3.5 md:pr-4 print:py-2"
            >
              {label}
              {detail === undefined ? null : (
                <span className="mt-0.5 block text-[0.8125rem] text-pretty">{detail}</span>
              )}
            </th>
            {plans.map((plan) => (
              <td
                key={plan.id}
                role="cell"
                className="pr-1 tabular-nums max-md:text-[0.8125rem] md:py-3.5 md:pr-4 print:py-2"
              >
                <Value value={value(plan)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
