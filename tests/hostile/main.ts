// Runs every hostile script and prints the outcomes. Exits with 1 if anything is wrong. Arguments select scripts by
// name.
import { hostileScripts } from './hostile-scripts.ts'
import { describe, judgeRun } from './judge-run.ts'
import { Corpus, type HostileRun } from './run-corpus.ts'

/** A script must be stopped within its limit plus this. */
const GRACE_MS = 1000

const wanted = process.argv.slice(2)
const scripts = hostileScripts().filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const corpus = await Corpus.open()
const runs: HostileRun[] = []
const violations: string[] = []
try {
  print(`Sandbox level: ${corpus.level}. Times in ms, memory in MB; the limit is of processor time / on the wall.`)
  print(row(['script', 'outcome', 'stopped', 'limit', 'runner', 'host', 'attempt']))
  for (const script of scripts) {
    // One after the other: each is measured with only one well-behaved run next to it.
    const run = await corpus.run(script)
    runs.push(run)
    print(lineOf(run))
    for (const wrong of judgeRun(run, corpus.dataMb, GRACE_MS)) {
      violations.push(`${script.name}: ${wrong}`)
      print(`  !! ${wrong}`)
    }
  }
} finally {
  await corpus.close()
}
const escapes = violations.filter((text) => text.includes('ESCAPE'))
const latest = Math.max(...runs.map(({ stopMs, script }) => stopMs - script.limits.wallMs))
print(`
${runs.length} scripts, ${escapes.length} escapes, ${violations.length} violations in all.
Latest stop ${latest < 0 ? `${Math.round(-latest)} ms before` : `${Math.round(latest)} ms after`} its limit on the wall.
Most memory of a runner ${peak('runnerMb')} MB, most growth of the host ${peak('parentMb')} MB.
Concurrent runs of another tenant with the right result: ${runs.filter((run) => run.isOtherRight).length} of ${runs.length}.`)
process.exitCode = violations.length === 0 && runs.length > 0 ? 0 : 1

function lineOf({ script, outcome, stopMs, runnerMb, parentMb }: HostileRun): string {
  const limit = `${script.limits.cpuMs}/${script.limits.wallMs}`
  const numbers = [stopMs, runnerMb, parentMb].map((value) => String(Math.round(value)))
  const [stopped = '', runner = '', parent = ''] = numbers
  return row([script.name, describe(outcome), stopped, limit, runner, parent, script.tries])
}

function row(cells: readonly string[]): string {
  const widths = [28, 52, -8, -12, -7, -5, 0]
  return cells
    .map((text, at) => {
      const width = widths[at] ?? 0
      if (width < 0) return text.padStart(-width)
      return width === 0 ? ` ${text}` : text.slice(0, width - 1).padEnd(width)
    })
    .join('')
}

function peak(what: 'runnerMb' | 'parentMb'): number {
  return Math.round(Math.max(...runs.map((run) => run[what])))
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
