import { Check, Minus } from 'lucide-react'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { facts } from '../../lib/plan-facts.ts'

function Value({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return value
  return value ? (
    <>
      <Check aria-hidden="true" className="size-4.5 text-good" />
      <span className="sr-only">Yes</span>
    </>
  ) : (
    <>
      <Minus aria-hidden="true" className="size-4.5 text-ink-soft/70" />
      <span className="sr-only">No</span>
    </>
  )
}

/** What each plan holds, line by line. On small screens it scrolls sideways. */
export function ComparisonTable({ catalogue }: { catalogue: PlanCatalogue }) {
  return (
    // A region that scrolls has to be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-labelledby="comparison" tabIndex={0} className="relative mt-5 overflow-x-auto">
      <table className="w-full min-w-[44rem] table-fixed border-collapse text-left text-sm">
        <thead>
          <tr className="border-b border-line-strong/60">
            <th scope="col" className="w-[34%]">
              <span className="sr-only">What it holds</span>
            </th>
            {catalogue.plans.map(({ id, name }) => (
              <th key={id} scope="col" className="py-3 pr-4 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ label, value }) => (
            <tr key={label} className="border-b border-line">
              <th scope="row" className="py-3.5 pr-4 font-normal text-ink-soft">
                {label}
              </th>
              {catalogue.plans.map((plan) => (
                <td key={plan.id} className="py-3.5 pr-4 tabular-nums">
                  <Value value={value(plan)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
