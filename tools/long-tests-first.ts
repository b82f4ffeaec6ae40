import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Projects one after the other, because the files of a worker share their modules only within a project. */
const PROJECTS = ['server', 'node', 'node alone', 'web', 'web pages', 'web alone']
/** Files that take longest: begun last they would keep one core busy and leave the other idle. */
const LONG = [
  'version-checks',
  'main-job',
  'private-data',
  'doors',
  'run-tables',
  'import-process',
  'start',
  'jobs',
  'real-data',
  'start-database',
  'hostile-corpus',
  'analyze-lookahead',
  'runner-pool',
  'terminal-check',
  'terminal-runs',
  'simulated-market',
  'run.properties',
  'intervals',
  'new-backtest-form',
  'type-service',
  'compute-units',
  'runner-reuse',
  'custom-indicators',
  'folder-switch',
]

/** The default order of test files, with the slowest first. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => projectOf(a) - projectOf(b) || rankOf(a) - rankOf(b))
  }
}

function projectOf({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name)
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.findIndex((name) => moduleId.includes(`/${name}.`))
  return rank === -1 ? LONG.length : rank
}
