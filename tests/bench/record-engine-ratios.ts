// Records the ratios for the guard (engine-ratios.full.test.ts); on a quiet machine: node
// tests/bench/record-engine-ratios.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { engineRatios } from './engine-ratios.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-ratios-'))
try {
  // The compiler decides otherwise in each process, which makes a tenth: the guard takes the best of several, too.
  const rounds = [await engineRatios(folder), await engineRatios(folder), await engineRatios(folder)]
  const ratios = Object.keys(rounds[0] ?? {}).map((name) => {
    const best = Math.min(...rounds.map((round) => round[name] ?? Number.POSITIVE_INFINITY))
    return [name, Number(best.toFixed(2))]
  })
  writeFileSync(
    join(import.meta.dirname, 'engine-ratios.json'),
    `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`,
  )
} finally {
  rmSync(folder, { recursive: true })
}
