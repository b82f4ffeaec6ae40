// Checks that every test named on the pages of docs/coverage exists, and every path named on any page.
// Usage: node tools/docs/check-pages.ts
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { coverageRows, hasTest, searchable } from './coverage-rows.ts'
import { namedPaths } from './named-paths.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const testFiles = globSync(['{apps,packages,tests,tools}/**/*.{test,spec}.{ts,tsx}'], {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})
const sources = searchable(testFiles.map(read))
const pages = globSync('docs/coverage/*.md', { cwd: root }).toSorted()
let rows = 0
let missing = 0
for (const page of pages) {
  const found = coverageRows(read(page))
  rows += found.length
  if (found.length === 0) console.error(`${page}: no table with a column of tests`)
  if (found.length === 0) missing++
  for (const { line, rule, tests } of found) {
    for (const title of tests.filter((one) => !hasTest(sources, one))) {
      missing++
      console.error(`${page}:${line}: ${rule}: no test "${title}"`)
    }
  }
}
const paths = namedPaths(root)
const lost = paths.filter(({ exists }) => !exists)
for (const { page, path } of lost) console.error(`${page}: no file ${path}`)
console.error(`Coverage: ${pages.length} pages, ${rows} rows, ${missing} without their test`)
console.error(`Paths: ${paths.length} named, ${lost.length} lost`)
// A run that found hardly any test files or paths has not checked anything.
process.exit(missing + lost.length === 0 && testFiles.length > 100 && paths.length > 100 ? 0 : 1)
