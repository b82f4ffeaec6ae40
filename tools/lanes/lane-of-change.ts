import type { Lane } from './lane.ts'

/** Folders whose slow tests are worth running when they change. */
const DEEP = [
  'packages/engine/',
  'packages/sandbox/',
  'packages/script/',
  'packages/lookahead/',
  'packages/market-data/',
  'packages/database/',
  'tests/golden/',
  'tests/hostile/',
  'tests/lookahead-samples/',
  'pnpm-lock.yaml',
]

/** The lane for a change of these files; `null` if it is unknown what has changed. */
export function laneOfChange(files: readonly string[] | null): Lane {
  if (files === null) return 'full'
  return files.some((file) => DEEP.some((part) => file.startsWith(part))) ? 'full' : 'fast'
}
