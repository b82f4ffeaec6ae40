import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')

it('Every part with a calendar loads its styles, whichever part is opened first', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCE }).map((name) => readFileSync(join(SOURCE, name), 'utf8'))
  const calendars = files.filter((text) => text.includes(" } from '@mantine/dates'"))
  expect(calendars.length).toBeGreaterThan(1)
  expect(calendars.filter((text) => !text.includes("import '@mantine/dates/styles.layer.css'"))).toEqual([])
})
