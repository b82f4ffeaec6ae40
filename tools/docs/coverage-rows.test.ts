import { expect, it } from 'vitest'
import { coverageRows, hasTest, searchable } from './coverage-rows.ts'

const PAGE = `# Coverage

| rule | where | test |
|---|---|---|
| one (§1) | \`a.ts\` | does one<br>does two |
| two | \`b.ts\` | – out of scope |

| other | table |
|---|---|
| not | a test |
`

it('reads the rules of a coverage page with the titles of their tests', () => {
  expect(coverageRows(PAGE)).toEqual([
    { line: 5, rule: 'one (§1)', tests: ['does one', 'does two'] },
    { line: 6, rule: 'two', tests: [] },
  ])
})

it('finds a title only where a test begins', () => {
  const sources = searchable([
    "it('does one', () => {})",
    'it.each([1])(\n  "%s isn\'t two", () => {})',
    "// 'does three'",
  ])
  expect(hasTest(sources, 'does one')).toBe(true)
  expect(hasTest(sources, "%s isn't two")).toBe(true)
  expect(hasTest(sources, 'does three')).toBe(false)
  expect(hasTest(sources, 'does')).toBe(false)
})
