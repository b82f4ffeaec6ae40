// Records the ratios for the guard (engine-ratios.full.test.ts); on a quiet machine: node
// tests/bench/record-engine-ratios.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { engineRatios } from './engine-ratios.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradeloom-ratios-'))
try {
  const ratios = Object.entries(await engineRatios(folder)).map(([name, ratio]) => [name, Number(ratio.toFixed(2))])
  writeFileSync(
    join(import.meta.dirname, 'engine-ratios.json'),
    `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`,
  )
} finally {
  rmSync(folder, { recursive: true })
}
