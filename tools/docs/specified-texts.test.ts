import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, '../shared/spec')
const isThere = existsSync(FOLDER)
if (!isThere) console.warn('../shared/spec is absent: its texts are not looked for in the product.')

/** Code that users meet, without its tests. */
const SOURCES = isThere
  ? globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: ROOT })
      .filter((file) => !/\.(test|fixture|generated)\.tsx?$/.test(file))
      .map((file) => readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'"))
  : []

/** The texts in quotation marks of the error catalogue, section 8; one may quote something itself. */
function quotedIn(file: string): string[] {
  const section = readFileSync(join(FOLDER, file), 'utf8').split('\n## 8. ')[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/(?<=^|[\s(])'(.+?)'(?=[\s.,;:)|]|$)/gm)].map(([, text = '']) => text)
}

/** Put together from parts in one place for several texts: where, and of which parts. */
const COMPOSED: Readonly<Record<string, readonly [file: string, ...parts: string[]]>> = {
  'Error cancelling backtest': ['apps/web/src/entities/runs/use-run-actions.ts', 'Error ', 'cancelling'],
  'Backtest cancelled': ['apps/web/src/entities/runs/use-run-actions.ts', 'kind.title', 'cancelled'],
  'Backtest deleted': ['apps/web/src/entities/runs/use-run-actions.ts', 'kind.title', 'deleted'],
  'Error cancelling optimization': ['apps/web/src/entities/runs/use-run-actions.ts', 'Error ', 'cancelling'],
  'Optimization deleted': ['apps/web/src/entities/runs/use-run-actions.ts', 'kind.title', 'deleted'],
  'Optimization cancelled': ['apps/web/src/entities/runs/use-run-actions.ts', 'kind.title', 'cancelled'],
  'Displaying N match(es)': ['apps/web/src/ui/match-count.tsx', 'Displaying ', "'match'", "'matches'"],
  "New layout cannot be called 'Forex Markets'": [
    'apps/web/src/entities/panels/layout-names.ts',
    'New layout cannot be called ',
    'builtIn',
  ],
  '{n} positions in chart range (max display 100). Zoom in to view.': [
    'apps/web/src/charts/price-chart/price-canvas.tsx',
    ' positions in chart range (max display ',
    'MAX_POSITIONS',
    '). Zoom in to view.',
  ],
  '{type} order placed on {broker}. {side} {quantity} {symbol}[ at {price}]': [
    'apps/web/src/entities/accounts/announce.ts',
    'order placed ',
    'on ${venueName(broker)}. ',
    ' at ',
  ],
  '{type} order canceled on ...': [
    'apps/web/src/entities/accounts/announce.ts',
    'order canceled ',
    'on ${venueName(broker)}. ',
  ],
  'Trade executed: {side} {quantity} {symbol} at {price}[. Order filled/partially filled]': [
    'apps/web/src/entities/accounts/announce.ts',
    'Trade executed: ',
    'partially filled',
    '. Order ',
  ],
}

/** Of screens that there are not. */
const ABSENT: Readonly<Record<string, string>> = {
  'Charts unavailable': 'for the console of operators, whose backtests have the page of their owners',
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What is written of a text in the code: its parts, with values, optional parts and line breaks between them. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{[^}]*\}|[[\]]|\.\.\.|<br \/>|(?<=filled)\//).filter((part) => /\w{2}/.test(part))
  return new RegExp(parts.map((part) => escaped(part.trim())).join(String.raw`[\s\S]{0,160}?`))
}

describe.runIf(isThere)('the texts of the error catalogue', () => {
  const texts = isThere ? readdirSync(FOLDER).flatMap((file) => quotedIn(file).map((text) => ({ file, text }))) : []

  it('are found in the specification', () => {
    expect(texts.length).toBeGreaterThan(90)
  })

  it.each(texts.filter(({ text }) => ABSENT[text] === undefined))('$file: $text', ({ text }) => {
    const composed = COMPOSED[text]
    if (composed === undefined) {
      const pattern = patternOf(text)
      expect(SOURCES.some((source) => pattern.test(source))).toBe(true)
      return
    }
    const [place, ...parts] = composed
    const source = readFileSync(join(ROOT, place), 'utf8')
    expect(parts.filter((part) => !source.includes(part))).toEqual([])
  })

  it('have exceptions for none but specified texts', () => {
    const known = texts.map(({ text }) => text)
    expect([...Object.keys(COMPOSED), ...Object.keys(ABSENT)].filter((text) => !known.includes(text))).toEqual([])
  })
})
