import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createMetrics } from '../../src/server/platform/metrics.ts'
import { errorCodes } from '../../src/shared/errors.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const alertsSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

const alerts = alertsSchema.parse(parse(read('deploy/prometheus/alerts.yml'))).groups.flatMap(({ rules }) => rules)
const panels = dashboardSchema.parse(JSON.parse(read('deploy/grafana/precis.json'))).panels
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** Names of metrics in an expression; `up` is Prometheus's own. */
const namesIn = (expr: string): string[] => expr.match(/\b(?:precis|nodejs|process)_\w+/g) ?? []

/** Metric name without the suffixes that Prometheus adds to histograms. */
const plain = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '')

/** Anchor that GitHub gives a heading. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

describe('dashboards and alerts', () => {
  it.each(expressions)('%s uses existing metrics', async (_, expr) => {
    const text = await createMetrics().text([])
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    if (!expr.startsWith('up{')) expect(namesIn(expr)).not.toEqual([])
    expect(namesIn(expr).filter((name) => !known.has(plain(name)) && !known.has(name))).toEqual([])
  })

  it('detects an unknown metric', () => {
    expect(namesIn('rate(precis_nothing_total[5m])').map(plain)).toEqual(['precis_nothing_total'])
  })

  it.each(alerts)('$alert links to a section of the operations guide', ({ annotations }) => {
    const [file = '', anchor = ''] = annotations.runbook.split('#')
    const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title))
    expect(headings).toContain(anchor)
  })

  it('uses existing error codes as outcomes of summaries', () => {
    const named = expressions.flatMap(([, expr]) =>
      [...expr.matchAll(/outcome=~"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|')),
    )
    expect(named).not.toEqual([])
    expect(named.filter((name) => !errorCodes.some((code) => code === name))).toEqual([])
  })
})
