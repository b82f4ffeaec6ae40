import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')
/** Ways of the browser to write numbers and times, which differ from one to the next. */
const OWN_FORMAT = /\.toLocale\w*String\(|\.to(?:Date|Time|UTC)String\(|\bIntl\.(?:DateTime|Number)Format\b/
/** The one module, the name of a time zone, and amounts with the sign of their currency. */
const FORMATTERS = [
  'entities/packages/payment-words.ts',
  'ui/browser-zone.ts',
  'ui/compact-number.ts',
  'ui/decimal-separator.ts',
  'ui/format.ts',
]

it('Every part with a calendar loads its styles, whichever part is opened first', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCE }).map((name) => readFileSync(join(SOURCE, name), 'utf8'))
  const calendars = files.filter((text) => text.includes(" } from '@mantine/dates'"))
  expect(calendars.length).toBeGreaterThan(1)
  expect(calendars.filter((text) => !text.includes("import '@mantine/dates/styles.layer.css'"))).toEqual([])
})

it('Every number and time is written by the one module of formats', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE }).filter((name) => !/\.test\.tsx?$/.test(name))
  const others = files.filter((name) => OWN_FORMAT.test(readFileSync(join(SOURCE, name), 'utf8')))
  expect(others.toSorted()).toEqual(FORMATTERS)
})
