// Speed as ratios within one run; absolute times depend on this machine at this moment. Arguments select benches by
// name; --json prints a single JSON object and nothing else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arbitrageScan } from './arbitrage-scan.ts'
import { manyAlerts } from './many-alerts.ts'
import { costPerTick } from './cost-per-tick.ts'
import { engineAgainstGrademark } from './engine-against-grademark.ts'
import { engineAgainstLoop } from './engine-against-loop.ts'
import { fetchedYear } from './fetched-year.ts'
import { httpLoad } from './http-load.ts'
import { indicatorsAgainstLibraries } from './indicators-against-libraries.ts'
import { loading } from './loading.ts'
import { manyTicks } from './many-ticks.ts'
import { printTable, type Table } from './measure.ts'
import { resultStages } from './result-stages.ts'
import { sandboxedRuns } from './sandboxed-runs.ts'
import { sweeps } from './sweeps.ts'
import { starting } from './starting.ts'
import { workloads } from './workloads.ts'
import { yearInServer } from './year-in-server.ts'

/** Each gets an empty folder for its data. */
const BENCHES: Readonly<Record<string, (folder: string) => Promise<Table[]>>> = {
  loop: engineAgainstLoop,
  grademark: engineAgainstGrademark,
  indicators: indicatorsAgainstLibraries,
  ticks: costPerTick,
  many: manyTicks,
  loading,
  result: resultStages,
  sandbox: sandboxedRuns,
  sweeps,
  year: yearInServer,
  start: starting,
  workloads,
  alerts: manyAlerts,
  arbitrage: arbitrageScan,
  http: httpLoad,
  fetch: fetchedYear,
}

const isJson = process.argv.includes('--json')
const wanted = process.argv.slice(2).filter((argument) => argument !== '--json')
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: use ${Object.keys(BENCHES).join(', ')}`)
  process.exit(1)
}

const tables: (Table & { readonly bench: string })[] = []
for (const [bench, work] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(bench)) continue
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-bench-'))
  try {
    // One bench after the other, because they would slow each other down.
    for (const table of await work(folder)) {
      tables.push({ bench, ...table })
      if (!isJson) printTable(table)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
if (isJson) process.stdout.write(`${JSON.stringify({ node: process.version, tables })}\n`)
