import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPackages } from './read-packages.ts'

/**
 * Writes the two TypeScript projects that list every package, so that no list is maintained by hand: tsconfig.json,
 * from which `tsc -b` and editors start, and tsconfig.tests.json, the project of all tests and tools.
 */
export function writeProjects(root: string): void {
  const references = readPackages(root)
    .filter(({ hasProject }) => hasProject)
    .map(({ folder }) => ({ path: folder }))
  write(join(root, 'tsconfig.tests.json'), { extends: './tsconfig.tests.base.json', references })
  write(join(root, 'tsconfig.json'), { files: [], references: [...references, { path: './tsconfig.tests.json' }] })
}

/** Does not touch an unchanged file: a new time stamp would make TypeScript rebuild. */
function write(file: string, content: object): void {
  const text = `${JSON.stringify(content, null, 2)}\n`
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}
