import { exportedBacktest } from '@tradeloom/contracts'
import { UserError } from '@tradeloom/domain'
import {
  compareData,
  compareRuns,
  type RunComparison,
  type DataEntry,
  exportedRun,
  exportProblem,
  openMarketStore,
  type RunInput,
  runInput,
  runManifest,
  storedData,
} from '@tradeloom/market-data'
import { createRunnerPool } from '@tradeloom/sandbox'
import { analyzeScript } from '@tradeloom/script'
import type { Command } from 'commander'
import { ENGINE_CACHE } from '../engine-cache.ts'
import { marketFolder } from '../data-folder.ts'
import { addOutputOptions } from '../options/shared-options.ts'
import { readText } from '../read-text.ts'
import { startRunProgress } from '../run-progress.ts'
import type { Terminal } from '../terminal.ts'

const DIFFERS = 1

interface VerifyOptions {
  readonly data?: string
  readonly json?: boolean
}

export function addVerify(command: Command, terminal: Terminal): void {
  addOutputOptions(command.argument('<file>', 'backtest exported from a result page')).action(
    async (file: string, options: VerifyOptions) => {
      const { isSame, differences, undecided } = await verify(file, options, terminal)
      if (!isSame) terminal.status = DIFFERS
      const status = isSame ? 'Verified' : (undecided ?? 'Differs')
      if (options.json === true) terminal.out(`${JSON.stringify({ status, differences })}\n`)
      else terminal.out(`${[status, ...differences.map(({ text }) => `- ${text}`)].join('\n')}\n`)
    },
  )
}

async function verify(path: string, options: VerifyOptions, terminal: Terminal): Promise<RunComparison> {
  const file = readBundle(path, await readText(path))
  const problem = exportProblem(file)
  if (problem !== null) throw new UserError('invalid-input', `${path}: ${problem}`)
  const analysis = analyzeScript(file.script, 'algorithm')
  const [error] = analysis.errors
  if (error) throw new UserError('invalid-input', `${path}: line ${error.line} of the script: ${error.message}`)
  const { run, expected } = exportedRun(file, analysis)
  const store = openMarketStore(marketFolder(options.data))
  let input: RunInput
  try {
    input = await runInput(store, run)
  } catch (reason) {
    if (!(reason instanceof UserError)) throw reason
    const then: readonly DataEntry[] = file.manifest.data
    const differences = compareData(then, await storedData(store, then))
    if (differences.length === 0) throw reason
    return { isSame: false, differences, undecided: null }
  }
  const pool = await createRunnerPool({
    size: 1,
    spares: 0,
    cacheDir: ENGINE_CACHE,
    readableDirs: [store.columnsDir],
  })
  const progress = startRunProgress(terminal)
  try {
    const outcome = await pool.run({
      id: 'verify',
      tenant: 'terminal',
      source: file.script,
      indicators: run.indicators,
      spec: input.spec,
      series: input.series,
      onProgress: (event) => progress.update(event.progress),
    })
    if (outcome.status !== 'completed') {
      const reason = 'error' in outcome ? outcome.error.message : outcome.status
      throw new UserError('invalid-input', `${path}: the run did not complete: ${reason}`)
    }
    const { result, resultHash } = outcome
    const { equity, positionCount } = result.statistics
    const manifest = runManifest(input, run.scriptHash, result)
    return compareRuns(expected, { manifest, resultHash, ledgerHash: result.ledgerHash, equity, positionCount })
  } finally {
    progress.stop()
    await pool.close()
  }
}

function readBundle(path: string, text: string): ReturnType<typeof exportedBacktest.parse> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UserError('invalid-input', `${path}: this is not an exported backtest`)
  }
  const { success, data, error } = exportedBacktest.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw new UserError('invalid-input', `${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not readable'}`)
}
