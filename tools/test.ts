// Runs everything that must pass before a change is pushed, likely failures first, and prints a summary at the end.
// TRADELOOM_LANE=full includes slow tests (tools/lanes/lane.ts).
import { type ChildProcess, spawn } from 'node:child_process'
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
  /** Path of the runner's report with counts; a step without one counts as one test. */
  readonly report?: string
}

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'tradeloom-test-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

/** One stage after the other. The steps of a stage start in this order, two at a time. */
const stages: readonly (readonly Step[])[] = [
  [
    // Each checker of a project works out the contracts' types anew: by default four, which takes twice the processor time.
    { name: 'types', group: 'static', command: ['tsc', '-b', '--builders', '2', '--checkers', '1'] },
    // Builds the web app that the servers under test serve. Begun last it would keep one core busy and leave the other idle.
    { name: 'build', group: 'e2e', command: [process.execPath, 'tools/build.ts'] },
    { name: 'format', group: 'static', command: ['oxfmt', '--check', '.'] },
    { name: 'lint', group: 'static', command: ['oxlint', '--deny-warnings'] },
    { name: 'structure', group: 'static', command: [process.execPath, 'tools/structure/main.ts'] },
    { name: 'words', group: 'static', command: [process.execPath, 'tools/words/main.ts'] },
    { name: 'pages of docs', group: 'static', command: [process.execPath, 'tools/docs/check-pages.ts'] },
    { name: 'commits', group: 'static', command: [process.execPath, 'tools/commits/main.ts'] },
    { name: 'unused code', group: 'static', command: ['knip'] },
  ],
  [
    {
      name: 'unit',
      group: 'unit',
      command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
      report: vitestReport,
    },
    // These mostly wait, for servers that start again and leases that end.
    {
      name: 'kill and start again',
      group: 'e2e',
      isSlow: true,
      command: [
        process.execPath,
        'tests/e2e/faults/main.ts',
        '--only',
        'kill-server,kill-runner,kill-database',
        '--rounds',
        '1',
      ],
    },
    {
      name: 'cluster',
      group: 'e2e',
      isSlow: true,
      command: [process.execPath, 'tests/e2e/cluster/main.ts', '--rounds', '3', '--runs', '8'],
    },
    // Beside the unit tests, each fills the pauses of the other.
    { name: 'end to end', group: 'e2e', command: [process.execPath, 'tests/e2e/main.ts'], report: playwrightReport },
  ],
]

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const running = new Set<ChildProcess>()
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interruption.abort()
    for (const child of running) child.kill(signal)
  })
}
let passed = 0
let failed = 0
for (const stage of stages) {
  const waiting = stage.filter(({ group, isSlow }) => (only ?? group) === group && !(isSlow && LANE === 'fast'))
  const performWaiting = async (isLive: boolean): Promise<void> => {
    for (let step = waiting.shift(); step && !interruption.signal.aborted; step = waiting.shift())
      await perform(step, isLive)
  }
  // The output of the first is printed live, and that of the second step by step.
  await Promise.all([performWaiting(true), performWaiting(false)])
}
rmSync(reports, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 && !interruption.signal.aborted ? 0 : 1)

async function perform(step: Step, isLive: boolean): Promise<void> {
  const started = performance.now()
  const [command = '', ...args] = step.command
  const child = spawn(command, args, {
    cwd: root,
    stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, TZ: 'UTC' },
  })
  running.add(child)
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => output.push(text))
  const status = await new Promise<number>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done(code ?? 1))
  })
  running.delete(child)
  process.stdout.write(Buffer.concat(output))
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
