import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes, the longest first: begun last they would keep one core busy and leave the other idle. */
const LONG = [
  'hostile-corpus',
  'analyze-lookahead',
  'terminal-runs',
  'main-job',
  'runner-pool',
  'version-checks',
  'terminal-check',
]

/** The usual order of test files, but for the longest. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return rank === -1 ? LONG.length : rank
}
