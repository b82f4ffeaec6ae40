// Runs everything that must pass before a change is pushed, likely failures first, and prints a summary at the end.
// TRADELOOM_LANE=full includes slow tests (tools/lanes/lane.ts).
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANE } from './lanes/lane.ts'

interface Step {
  readonly name: string
  readonly group: 'static' | 'unit' | 'e2e'
  readonly command: readonly string[]
  /** Runs in the full lane only. */
  readonly isSlow?: boolean
  /** It mostly waits, so it runs in parallel with the next step and its output is printed at its end. */
  readonly isQuiet?: boolean
  /** Path of the runner's report with counts; a step without one counts as one test. */
  readonly report?: string
}

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'tradeloom-test-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const steps: Step[] = [
  { name: 'format', group: 'static', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', group: 'static', command: ['oxlint', '--deny-warnings'] },
  { name: 'types', group: 'static', command: ['tsc', '-b'] },
  { name: 'structure', group: 'static', command: [process.execPath, 'tools/structure/main.ts'] },
  { name: 'words', group: 'static', command: [process.execPath, 'tools/words/main.ts'] },
  { name: 'commits', group: 'static', command: [process.execPath, 'tools/commits/main.ts'] },
  { name: 'unused code', group: 'static', command: ['knip'] },
  // Builds the web app that the servers under test serve.
  { name: 'build', group: 'e2e', command: [process.execPath, 'tools/build.ts'] },
  {
    name: 'kill and start again',
    group: 'e2e',
    isQuiet: true,
    command: [
      process.execPath,
      'tests/e2e/faults/main.ts',
      '--only',
      'kill-server,kill-runner',
      '--rounds',
      LANE === 'fast' ? '1' : '3',
    ],
  },
  {
    name: 'unit',
    group: 'unit',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    report: vitestReport,
  },
  {
    name: 'cluster',
    group: 'e2e',
    isSlow: true,
    command: [process.execPath, 'tests/e2e/cluster/main.ts', '--rounds', '2', '--runs', '20'],
  },
  { name: 'end to end', group: 'e2e', command: [process.execPath, 'tests/e2e/main.ts'], report: playwrightReport },
]

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const chosen = steps.filter(({ group, isSlow }) => (only ?? group) === group && !(isSlow && LANE === 'fast'))
let passed = 0
let failed = 0
let beside: Promise<void>[] = []
for (const [at, step] of chosen.entries()) {
  const isAlone = !step.isQuiet || at === chosen.length - 1
  const run = perform(step, isAlone)
  beside.push(run)
  if (!isAlone) continue
  await Promise.all(beside)
  beside = []
}
rmSync(reports, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function perform(step: Step, isAlone: boolean): Promise<void> {
  const started = performance.now()
  const [command = '', ...args] = step.command
  const child = spawn(command, args, {
    cwd: root,
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, TZ: 'UTC' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => child.kill(signal))
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => said.push(text))
  const status = await new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done(code ?? 1))
  })
  process.stdout.write(Buffer.concat(said))
  const counts = countsOf(step, status === 0)
  passed += counts.passed
  failed += counts.failed
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`== ${step.name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s\n`)
}

/** A runner that exited with an error has failed, even if all tests it counted passed. */
function countsOf(step: Step, succeeded: boolean): { passed: number; failed: number } {
  if (step.report === undefined) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const counts = { passed: 0, failed: 0 }
  if (existsSync(step.report)) {
    const report = JSON.parse(readFileSync(step.report, 'utf8')) as {
      numPassedTests?: number
      numFailedTests?: number
      stats?: { expected: number; unexpected: number; flaky: number }
    }
    counts.passed = report.numPassedTests ?? report.stats?.expected ?? 0
    counts.failed = report.numFailedTests ?? (report.stats?.unexpected ?? 0) + (report.stats?.flaky ?? 0)
  }
  if (!succeeded && counts.failed === 0) counts.failed = 1
  return counts
}
