import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Position, RunOrder } from '../../packages/contracts/src/index.ts'
import { callApi, newAlgorithm, newUser, runBacktest } from './api.ts'
import { watchConsole } from './browser.ts'
import { hasRealData } from './market-fixtures.ts'
import { type Answers, expectedFigure } from './result-figures.ts'
import { test } from './test.ts'

interface Golden {
  readonly instrument: string
  readonly spec: Readonly<Record<string, unknown>> & { readonly interval: string; readonly initialBalance: number }
  readonly statistics: Readonly<Record<string, number | null>>
}

interface Shown {
  readonly field: string
  readonly raw: string
  readonly text: string
}

/** All of them on GBPUSD in February 2012: brackets on the worst path, every breakout with costs, netting with margin. */
const GOLDEN = ['worst-brackets', 'channel-breakout', 'netting-straddle']
const SECTIONS = ['Overview', 'Positions', 'Orders', 'Analysis', 'Metrics', 'Data']
const ORDERS = 1_000
/** Cells and figures that may contain digits without being numbers of the result. */
const NO_FIGURES = 'time, .muted:not([data-number]), [class*="reason"], [class*="meaning"]'

function goldenRun(name: string): Golden & { readonly script: string } {
  const folder = join(import.meta.dirname, '..', 'golden', name)
  const golden = JSON.parse(readFileSync(join(folder, 'golden.json'), 'utf8')) as Golden
  return { ...golden, script: readFileSync(join(folder, 'script.js'), 'utf8') }
}

async function answersOf(request: APIRequestContext, id: string, instrument: string): Promise<Answers> {
  const path = `/api/backtest/${id}`
  const get = <Answer>(rest: string) => callApi<Answer>(request, 'GET', `${path}${rest}`)
  const orders: RunOrder[] = []
  for (let total = 1; orders.length < total;) {
    const page = await get<{ total: number; orders: RunOrder[] }>(
      `/orders/page?limit=${ORDERS}&offset=${orders.length}`,
    )
    orders.push(...page.orders)
    total = page.total
  }
  const instruments = await callApi<{ id: string; precision: number }[]>(request, 'GET', '/api/instruments')
  return {
    detail: await get(''),
    metrics: await get('/metrics'),
    charts: await get('/charts'),
    analysis: await get('/analysis'),
    positions: await get<Position[]>('/positions'),
    orders,
    precision: instruments.find((one) => one.id === instrument)?.precision ?? Number.NaN,
  }
}

/** Every figure in view with its text, and the text of table cells and definitions that have none. */
function readFigures(page: Page): Promise<{ readonly shown: Shown[]; readonly nameless: string[] }> {
  return page.evaluate((noFigures) => {
    const shown = [...document.querySelectorAll<HTMLElement>('[data-field]')].map((element) => ({
      field: element.dataset['field'] ?? '',
      raw: element.dataset['raw'] ?? '',
      text: (element.textContent ?? '').replaceAll('\u00a0', ' '),
    }))
    const cells = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"] :is(td[data-number], dd, strong)')]
    const nameless = cells
      .filter((cell) => /\d/.test(cell.textContent ?? ''))
      .filter((cell) => cell.closest('[data-field]') === null && cell.querySelector('[data-field]') === null)
      .filter((cell) => !cell.matches(noFigures) && cell.querySelector(noFigures) === null)
      .map((cell) => cell.outerHTML.slice(0, 200))
    return { shown, nameless }
  }, NO_FIGURES)
}

/** What is not as it must be. */
function mistakesOf(shown: readonly Shown[], answers: Answers): string[] {
  return shown.flatMap(({ field, raw, text }) => {
    const expected = expectedFigure(field, answers)
    // The sign of a gain says nothing about the number.
    const bare = text.replaceAll('+', '')
    if (raw === String(expected.raw ?? '') && bare === expected.text) return []
    return [`${field}: ${text} (${raw}) in place of ${expected.text} (${expected.raw})`]
  })
}

for (const name of GOLDEN) {
  test(
    `every number on the page of the golden run ${name} is that of the API, rounded by the rules`,
    { tag: '@full' },
    async ({ page }) => {
      test.skip(!hasRealData, '../shared/data is absent')
      const complaints = watchConsole(page)
      const { instrument, script, spec, statistics } = goldenRun(name)
      const { interval, initialBalance, ...models } = spec
      await newUser(page.request, 'rounding')
      const algorithm = await newAlgorithm(page.request, name, script)
      const { id } = await runBacktest(page.request, algorithm, {
        instrumentId: instrument,
        interval,
        initialBalance,
        models,
        start: '2012-02-01T00:00:00.000Z',
        end: '2012-03-01T00:01:00.000Z',
      })
      const answers = await answersOf(page.request, id, instrument)
      expect(answers.detail.statistics).toMatchObject(statistics)

      await page.goto(`/algorithms/${algorithm.id}/backtest/${id}`)
      const fields = new Set<string>()
      for (const section of SECTIONS) {
        await page.getByRole('tab', { name: section, exact: true }).click()
        const panel = page.getByRole('tabpanel', { name: section })
        if (section === 'Metrics') await panel.getByRole('button', { name: 'Expand all' }).click()
        if (section === 'Analysis') {
          await panel.getByRole('combobox', { name: 'Analysis screen' }).click()
          await page.getByRole('option', { name: 'Position Open Day: Pips' }).click()
        }
        await expect(panel.locator('[data-field]').first()).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        const { shown, nameless } = await readFigures(page)
        expect.soft(nameless, section).toEqual([])
        expect.soft(mistakesOf(shown, answers), section).toEqual([])
        for (const { field } of shown) fields.add(field.replaceAll(/\.[\d-]+\./g, '.*.'))
      }
      // Each kind of figure was met.
      for (const kind of [
        'statistics.profitPercentage',
        'metrics.sharpeDaily',
        'positions.*.profit',
        'orders.*.fillPrice',
        'months.*.return',
        'breakdowns.byHour.*.profit',
        'analysis.byWeekday.Monday.pips',
        'paid.commission',
        'dataQuality.goodPercent',
      ]) {
        expect([...fields], kind).toContain(kind)
      }
      expect(fields.size).toBeGreaterThan(150)
      expect(complaints).toEqual([])
    },
  )
}
